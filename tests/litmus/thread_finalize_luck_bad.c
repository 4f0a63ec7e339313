/* A call of another thread happens to be over when the main thread ends MPI.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at thread_finalize_luck_bad.c:29: MPI_Finalize, which nothing orders after MPI_Send of thread 1 at thread_finalize_luck_bad.c:15, which must be over before [MPI-4.1 11.6.2]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <stddef.h>

static void *serve(void *unused)
{
  int word = 1;
  MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  return unused;
}

static void server(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  pthread_detach(thread);
}

static void end(void)
{
  oriel_compute(1.0);
  MPI_Finalize();
}

int main(int argc, char **argv)
{
  int provided, rank, word;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    server();
  else
    MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  end();
}
