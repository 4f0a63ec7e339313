/* Compare_and_swap beside MPI_REPLACE, as mutexes have it.
 *
 * run: np=3 options="--check=strict"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y, z = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Compare_and_swap(&x, &z, &y, MPI_INT, 1, 0, win);
  if (rank == 2) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
