/* Two Puts to one word in one fence epoch.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (2 times)
 * report:   MPI_Put     by rank 0 at fence_two_epochs_bad.c:22 (epoch: fence, opened at fence_two_epochs_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 1 at fence_two_epochs_bad.c:22 (epoch: fence, opened at fence_two_epochs_bad.c:20)
 * report:   Nothing orders them. MPI_Win_fence at fence_two_epochs_bad.c:24 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; i++) {
    if (rank == i) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
