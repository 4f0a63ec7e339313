/* MPI_REPLACE beside a sum.
 *
 * run: np=3 options="--check=strict" exit=121
 * build: --check
 * report: oriel: accumulate-ops in the window of rank 1, bytes [0, 4)
 * report:   MPI_Fetch_and_op by rank 0 at ops_replace_bad.c:21 (epoch: fence, opened at ops_replace_bad.c:20), not yet complete
 * report:   MPI_Fetch_and_op by rank 2 at ops_replace_bad.c:22 (epoch: fence, opened at ops_replace_bad.c:20)
 * report:   At the same time the window allows one operator only, and MPI_NO_OP. Use one, or order the two. [MPI-4.1 12.2.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
  if (rank == 2) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
