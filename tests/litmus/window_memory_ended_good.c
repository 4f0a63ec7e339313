/* The memory of a window is a thread-local variable of a thread that ends when
 * the window is freed.
 *
 * run: np=2 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <pthread.h>

static _Thread_local int memory;
static pthread_barrier_t made, freed;
static MPI_Win win;

static void *work(void *unused)
{
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  pthread_barrier_wait(&made);
  pthread_barrier_wait(&freed);
  return unused;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_barrier_init(&made, NULL, 2);
  pthread_barrier_init(&freed, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&made);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  pthread_barrier_wait(&freed);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
