/* A rank gets into its own window memory, which another puts to.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   MPI_Put     by rank 0 at create_same_buffer_bad.c:23 (epoch: fence, opened at create_same_buffer_bad.c:22), not yet complete
 * report:   MPI_Get     by rank 1 at create_same_buffer_bad.c:24 (its buffer; epoch: fence, opened at create_same_buffer_bad.c:22)
 * report:   Nothing orders them. MPI_Win_fence at create_same_buffer_bad.c:25 comes too late; move the MPI_Get into an epoch after it. [MPI-4.1 12.7]
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
  if (rank == 1) MPI_Get(array, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
