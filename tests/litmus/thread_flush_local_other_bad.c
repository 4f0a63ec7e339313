/* A thread puts twice to one word, and another thread flushes between the two,
 * but locally only: the puts may come in either order.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_local_other_bad.c:20 (epoch: lock_all, opened at thread_flush_local_other_bad.c:36), complete locally only
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_local_other_bad.c:23 (epoch: lock_all, opened at thread_flush_local_other_bad.c:36)
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_local_other_bad.c:46 comes too late. Let thread 1 of rank 0 know of it, or of a flush, before its later MPI_Put, or flush first. [MPI-4.1 12.7]
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
      if (i % 2 == 0) MPI_Win_flush_local(1, win);
    }
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
