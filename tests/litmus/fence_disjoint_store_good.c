/* The target stores to the word beside the one that is put.
 *
 * run: np=2 options="--check"
 * build: --check
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
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  if (rank == 1) memory[0] = memory[2] = 5;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
