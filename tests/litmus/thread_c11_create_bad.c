/* A thread that was made before the Put is complete.
 *
 * run: np=1 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at thread_c11_create_bad.c:33 (epoch: lock_all, opened at thread_c11_create_bad.c:31), not yet complete
 * report:   load        by rank 0, thread 1, at thread_c11_create_bad.c:20, work()
 * report:   Nothing orders them. MPI_Win_flush at thread_c11_create_bad.c:35 comes too late. Let the other thread know of it before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <threads.h>

int seen;
static int *memory;
static MPI_Win win;

static int work(void *argument)
{
  (void)argument;
  seen = memory[0];
  return 0;
}

int main(int argc, char **argv)
{
  int rank, x = 1, provided;
  thrd_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    thrd_create(&thread, work, NULL);
    MPI_Win_flush(0, win);
    thrd_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
