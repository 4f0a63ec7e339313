/* Nothing orders two collectives of one communicator by threads of a rank, of
 * which the first is started only: ranks may take them for each other, though
 * they are far apart here.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0, thread 1 at thread_ibarrier_bad.c:18: MPI_Barrier, which nothing orders after MPI_Ibarrier of thread 0 at thread_ibarrier_bad.c:30, on one communicator; order them [MPI-4.1 6.14, 11.6.2] (2 times)
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Comm second;

static void *meet(void *unused)
{
  oriel_compute(1e-3);
  MPI_Barrier(MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t other;
  int provided;
  MPI_Request request;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  pthread_create(&other, NULL, meet, NULL);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  pthread_join(other, NULL);
  MPI_Comm_free(&second);
  MPI_Finalize();
  return 0;
}
