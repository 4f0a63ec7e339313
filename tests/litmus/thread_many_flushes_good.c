/* Threads that put and flush very often, each time elsewhere or always at one
 * place: what one's flush has completed the others' flushes do not go through
 * again and again.
 *
 * run: np=1 options="--check" limit=40
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

enum { THREADS = 4, MANY = 60000 };

static MPI_Win window;
static int one = 1, number[THREADS];

static void *puts(void *at)
{
  int first = *(int *)at * MANY;
  for (int i = 0; i < MANY; i++) {
    MPI_Put(&one, 1, MPI_INT, 0, first + i / 2, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
  }
  return NULL;
}

int main(int argc, char **argv)
{
  int provided, *mine;
  pthread_t thread[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(THREADS * MANY * sizeof *mine, sizeof *mine, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &mine, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    pthread_create(&thread[i], NULL, puts, &number[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
