/* Two threads get into words of their own, complete that by a flush, or locally
 * only, and store there, again and again.
 *
 * build: --check -pthread
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win window;
static int got[8];

static void *gets(void *at)
{
  int *mine = at;
  for (int i = 0; i < 50; i++) {
    MPI_Get(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush_local(1, window);
    *mine = i;
    MPI_Get(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
    *mine = i;
  }
  return NULL;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    pthread_create(&thread, NULL, gets, &got[0]);
    gets(&got[4]);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
