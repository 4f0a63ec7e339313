/* A signal handler stores to the word of the window that is put.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_signal_bad.c:33 (epoch: fence, opened at fence_signal_bad.c:31), not yet complete
 * report:   store       by rank 1 at fence_signal_bad.c:19, on()
 * report:   Nothing orders them. MPI_Win_fence at fence_signal_bad.c:36 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <signal.h>

static int rank;
static volatile int *slot;

static void on(int s)
{
  (void)s;
  *slot = 1;
}
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int *a, x = 3;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &a, &win);
  slot = a + 0;
  signal(SIGUSR1, on);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    raise(SIGUSR1);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
