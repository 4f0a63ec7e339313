/* Many short threads, each of which puts and flushes: what an earlier thread's
 * flush has completed, and a later one knows of, is not told it again.
 *
 * run: np=1 options="--check" limit=30
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

enum { AT_ONCE = 20, MANY = 1000 };

static MPI_Win window;
static int one = 1;

static void *put(void *at)
{
  MPI_Put(&one, 1, MPI_INT, 0, *(int *)at, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  return NULL;
}

int main(int argc, char **argv)
{
  int provided, *mine, number[AT_ONCE];
  pthread_t thread[AT_ONCE];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(AT_ONCE * MANY * sizeof *mine, sizeof *mine, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &mine, &window);
  MPI_Win_lock_all(0, window);
  for (int k = 0; k < MANY; k++) {
    for (int i = 0; i < AT_ONCE; i++) {
      number[i] = k * AT_ONCE + i;
      pthread_create(&thread[i], NULL, put, &number[i]);
    }
    for (int i = 0; i < AT_ONCE; i++)
      pthread_join(thread[i], NULL);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
