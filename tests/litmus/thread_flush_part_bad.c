/* A thread completes the get that came before it began, and loads what the
 * next one brings.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `more` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at thread_flush_part_bad.c:34 (epoch: lock_all, opened at thread_flush_part_bad.c:30), not yet complete
 * report:   load        by rank 0, thread 1, at thread_flush_part_bad.c:19, work()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_part_bad.c:37 comes too late. Let the other thread know of it, or of a flush, before its load. A flush by another thread did not know of the MPI_Get: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
static int got, more, seen;
static MPI_Win win;

static void *work(void *arg)
{
  MPI_Win_flush(1, win);
  seen = more;
  return arg;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    pthread_create(&thread, NULL, work, NULL);
    MPI_Get(&more, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen;
}
