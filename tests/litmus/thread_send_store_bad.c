/* A thread stores to what another one has sent and stored to since: nothing
 * orders the send and that store.
 *
 * build: --check -pthread
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Send    by rank 0 at thread_send_store_bad.c:32
 * report:   store       by rank 0, thread 1, at thread_send_store_bad.c:20, work()
 * report:   Nothing orders them. Let a barrier, lock or join of the threads come between the MPI_Send and the store. [MPI-4.1 2.4.1]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static int x;

static void *work(void *nothing)
{
  oriel_compute(1e-3);
  x = 2;
  return nothing;
}

int main(int argc, char **argv)
{
  int rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    x = 1;
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
