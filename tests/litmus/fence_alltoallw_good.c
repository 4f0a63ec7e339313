/* MPI_Alltoallw leaves the gap that is got.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  int y[2] = {0}, ones[2] = {1, 1}, at[2] = {0, 8}, zero[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Alltoallw(y, ones, zero, types, memory, ones, at, types, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
