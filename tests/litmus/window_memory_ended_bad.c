/* The memory of a window is a thread-local variable of a thread that has ended.
 *
 * run: np=2 options="--check" exit=121
 * build: -pthread
 * report: oriel: memory of the window of rank 0 that is gone with its thread before the window (2 times)
 * report:   MPI_Win_fence by rank 0 at window_memory_ended_bad.c:29
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 */
#include <mpi.h>
#include <pthread.h>

static _Thread_local int memory;
static MPI_Win win;

static void *work(void *unused)
{
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  return unused;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
