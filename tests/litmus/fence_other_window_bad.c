/* The fence is of another window over the same memory: it orders, but
 * completes nothing of the first one.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of fence_other_window_bad.c:21 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_other_window_bad.c:25 (epoch: fence, opened at fence_other_window_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 2 at fence_other_window_bad.c:27 (epoch: fence, opened at fence_other_window_bad.c:26)
 * report:   Nothing orders them. MPI_Win_fence at fence_other_window_bad.c:29 comes too late; move the later MPI_Put after it and a barrier. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Win other;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, other);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_fence(0, other);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
