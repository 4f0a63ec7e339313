/* Threads of a rank have locks with MPI_MODE_NOCHECK, one after the other; the
 * last is joined before another rank hears of it.
 *
 * run: np=3 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;

static void *put(void *arg)
{
  int x = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 1, *(int *)arg, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  return NULL;
}

static void *unlock(void *arg)
{
  (void)arg;
  MPI_Win_unlock(1, win);
  return NULL;
}

int main(int argc, char **argv)
{
  int *memory, rank, given;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, put, &rank);
    pthread_join(thread, NULL);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    put(&rank);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
