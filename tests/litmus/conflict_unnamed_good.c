/* The legal twin: the store comes after the fence.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1, *left, *right;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &left, &win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &right, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_fence(0, other);
  if (rank == 1) *right = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
