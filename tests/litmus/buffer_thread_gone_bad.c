/* The local variable of a thread that ends before its Put is complete.
 *
 * run: np=2 options="--check" exit=121
 * build: -pthread
 * report: oriel: origin buffer of MPI_Put that is gone
 * report:   MPI_Put     by rank 0, thread 1, at buffer_thread_gone_bad.c:17 (reads the stack of a thread that has ended)
 * report:   A local variable is there until its function returns. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;

static void *work(void *unused)
{
  int local = 5;
  MPI_Put(&local, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  return unused;
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
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
