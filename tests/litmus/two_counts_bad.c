/* Every rank puts a block of two, one element too far.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [4, 8) (3 times)
 * report:   MPI_Put     by rank 0 at two_counts_bad.c:21 (epoch: fence, opened at two_counts_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 1 at two_counts_bad.c:21 (epoch: fence, opened at two_counts_bad.c:20)
 * report:   Nothing orders them. MPI_Win_fence at two_counts_bad.c:22 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(x, 2, MPI_INT, 0, rank, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
