/* A thread finds an update, and who joins it knows of that.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int buffer = 1;

static void *fetch(void *result)
{
  oriel_compute(1e-3);
  MPI_Fetch_and_op(NULL, result, MPI_INT, 0, 0, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  return result;
}

int main(int argc, char **argv)
{
  int *memory, result, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Accumulate(&buffer, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    pthread_create(&thread, NULL, fetch, &result);
    pthread_join(thread, NULL);
    MPI_Put(&buffer, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
