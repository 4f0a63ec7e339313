/* The second thread begins when the first has ended, but nobody has waited for
 * that.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0, thread 1, at thread_later_bad.c:19 (epoch: lock_all, opened at thread_later_bad.c:31), complete only for those who know of it
 * report:   MPI_Put     by rank 0, a later thread 1, at thread_later_bad.c:19 (epoch: lock_all, opened at thread_later_bad.c:31)
 * report:   Nothing orders them. MPI_Win_flush at thread_later_bad.c:20 completes the earlier MPI_Put, but nothing lets the other thread know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static int one = 1;

static void *work(void *nothing)
{
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&threads[0], NULL, work, NULL);
    usleep(1000);
    pthread_create(&threads[1], NULL, work, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
