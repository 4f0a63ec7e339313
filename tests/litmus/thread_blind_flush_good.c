/* The thread that flushes begins after the get, so that it knows of it.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int got, seen;

static void *flush(void *arg)
{
  oriel_compute(1e-3);
  MPI_Win_flush_all(win);
  return arg;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    pthread_create(&thread, NULL, flush, NULL);
    pthread_join(thread, NULL);
    seen = got;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen;
}
