/* Two buffers take turns, with a fence after each step.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; i++) {
    x[i % 2] = i;
    if (rank == 0) MPI_Put(&x[i % 2], 1, MPI_INT, 1, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
