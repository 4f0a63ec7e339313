/* Another thread's flush is ordered with nothing, but a thread's own
 * MPI_Win_flush_local behind it frees the buffer.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int buffer = 1;

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
    pthread_create(&thread, NULL, flush, NULL);
    MPI_Put(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    oriel_compute(2e-3);
    MPI_Win_flush_local(1, win);
    buffer = 2;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
