/* __builtin_bzero clears the part of the window that nobody puts to.
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
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1) __builtin_bzero(memory, 8);
  MPI_Win_fence(0, win);
  if (rank == 1) seen = memory[0];
  MPI_Win_free(&win);
  MPI_Finalize();
}
