/* Rank 0 gathers by counts that it has got.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *count, rank, all[2] = {0}, counts[2] = {1, 1}, displs[2] = {0, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &count, &win);
  *count = 1;
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&counts[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Gatherv(&rank, 1, MPI_INT, all, counts, displs, MPI_INT, 0,
              MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 0 && all[1] != 1;
}
