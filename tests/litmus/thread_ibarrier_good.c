/* Two threads of a rank meet others at once, each on its own communicator.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Comm second;

static void *meet(void *unused)
{
  oriel_compute(1e-3);
  MPI_Barrier(second);
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
