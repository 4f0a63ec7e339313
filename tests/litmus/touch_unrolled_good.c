/* The same behind a fence.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, values[64] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 64, MPI_INT, 1, 0, 64, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    volatile int *at = memory;
    for (int i = 0; i < 64; i++)
      at[i] = i;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
