/* Two threads put to the same place.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at thread_mutex_bad.c:18 (epoch: lock_all, opened at thread_mutex_bad.c:30), not yet complete
 * report:   MPI_Put     by rank 0, thread 1, at thread_mutex_bad.c:18 (epoch: lock_all, opened at thread_mutex_bad.c:30)
 * report:   Nothing orders them. MPI_Win_flush at thread_mutex_bad.c:19 comes too late. Let the other thread know of it before its MPI_Put. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

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
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
