/* A thread that flushes its own rank has not forgotten the target: another
 * thread's flush may have completed what it meant.
 *
 * run: np=2 options="--check"
 * stdout: ok
 */
#include "two_threads.h"

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
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  window = int_window(2, &memory);
  return two_threads(work);
}
