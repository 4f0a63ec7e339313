/* A thread that was made when the Put was complete.
 *
 * run: np=1 options="--check"
 * build: --check
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
    MPI_Win_flush(0, win);
    thrd_create(&thread, work, NULL);
    thrd_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
