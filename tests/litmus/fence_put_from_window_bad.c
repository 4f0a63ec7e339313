/* A rank puts from window memory that another rank puts to.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_put_from_window_bad.c:21 (epoch: fence, opened at fence_put_from_window_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 1 at fence_put_from_window_bad.c:22 (its buffer; epoch: fence, opened at fence_put_from_window_bad.c:20)
 * report:   Nothing orders them. MPI_Win_fence at fence_put_from_window_bad.c:23 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
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
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 1) MPI_Put(memory, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
