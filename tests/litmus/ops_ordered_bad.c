/* Sum and maximum in one epoch.
 *
 * run: np=3 options="--check=strict" exit=121
 * build: --check
 * report: oriel: accumulate-ops in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at ops_ordered_bad.c:21 (epoch: fence, opened at ops_ordered_bad.c:20), not yet complete
 * report:   MPI_Accumulate by rank 2 at ops_ordered_bad.c:22 (epoch: fence, opened at ops_ordered_bad.c:20)
 * report:   At the same time the window allows one operator only, and MPI_NO_OP. Use one, or order the two. [MPI-4.1 12.2.1]
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
  if (rank == 0) MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2) MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_MAX, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
