/* MPI_Reduce_local writes what is got.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Get          by rank 0 at fence_reduce_local_bad.c:23 (epoch: fence, opened at fence_reduce_local_bad.c:22), not yet complete
 * report:   MPI_Reduce_local by rank 1 at fence_reduce_local_bad.c:24
 * report:   Nothing orders them. MPI_Win_fence at fence_reduce_local_bad.c:25 comes too late; move the MPI_Reduce_local after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y[2] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Reduce_local(y, memory, 2, MPI_INT, MPI_SUM);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
