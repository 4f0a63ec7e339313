/* Each half of the ranks has a window of its own, so rank 0 is two ranks.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm half;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, half, &memory, &win);
  MPI_Comm_free(&half);
  MPI_Win_fence(0, win);
  if (rank > 1) MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
