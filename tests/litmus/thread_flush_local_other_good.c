/* A thread puts twice to one word, and another thread flushes between the two.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static pthread_barrier_t barrier;

static void *work(void *nothing)
{
  int x = 1, y = 2;
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  pthread_barrier_wait(&barrier); /* the main thread flushes here, */
  pthread_barrier_wait(&barrier);
  MPI_Put(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  pthread_barrier_wait(&barrier); /* and here */
  pthread_barrier_wait(&barrier);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 4; i++) {
      pthread_barrier_wait(&barrier);
      if (i % 2 == 0) MPI_Win_flush(1, win);
    }
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
