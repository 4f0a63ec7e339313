/* Two windows lie over the two halves of an array.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  static int array[8];
  MPI_Win other;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(array, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(array + 4, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_fence(0, other);
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
