/* A rank gets into its own window memory, beside what another puts to.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static int array[4];

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(array, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1) MPI_Get(array, 3, MPI_INT, 0, 0, 3, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
