/* The main thread ends MPI while another one still waits in it.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at thread_finalize_bad.c:27: MPI_Finalize while thread 1 is in MPI_Recv, which must be over before [MPI-4.1 11.6.2] (2 times)
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *serve(void *unused)
{
  int order;
  MPI_Recv(&order, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return unused;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t server;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&server, NULL, serve, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_detach(server);
  MPI_Finalize();
}
