/* A thread that flushes its own rank has not forgotten the target: another
 * thread's flush may have completed what it meant.
 *
 * run: np=2 options="--check"
 * stdout: ok
 */
#include "check.h"
#include <pthread.h>

static MPI_Win window;
static pthread_barrier_t both;

static void *work(void *arg)
{
  int one = 1, number = arg != NULL;
  MPI_Put(&one, 1, MPI_INT, 0, number, 1, MPI_INT, window);
  if (number) MPI_Put(&one, 1, MPI_INT, 1, number, 1, MPI_INT, window);
  pthread_barrier_wait(&both);
  if (!number) MPI_Win_flush(0, window);
  pthread_barrier_wait(&both);
  if (!number) return NULL;
  MPI_Win_flush(0, window);
  MPI_Win_flush(1, window);
  return NULL;
}

int main(int argc, char **argv)
{
  int provided, *memory;
  pthread_t other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  window = int_window(2, &memory);
  MPI_Win_lock_all(0, window);
  if (world_rank() == 0) {
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&other, NULL, work, &window);
    work(NULL);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&both);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  int code = report();
  MPI_Finalize();
  return code;
}
