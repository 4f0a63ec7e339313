/* A long counter and an int counter lie side by side.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  long u = 1, v;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
  if (rank == 2) MPI_Fetch_and_op(&u, &v, MPI_LONG, 1, 2, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
