/* A thread stores to what another one has sent before it began.
 *
 * build: --check -pthread
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <pthread.h>

static int x;

static void *work(void *nothing)
{
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
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    x = 1;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
