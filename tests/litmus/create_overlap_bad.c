/* Two windows lie over the same memory, and a Put through each meets in it.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of create_overlap_bad.c:21 of rank 1, bytes [8, 12)
 * report:   MPI_Put     by rank 0 at create_overlap_bad.c:25 (epoch: fence, opened at create_overlap_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 2 at create_overlap_bad.c:26 (epoch: fence, opened at create_overlap_bad.c:24)
 * report:   Nothing orders them. MPI_Win_fence at create_overlap_bad.c:28 comes too late; move the later MPI_Put after it and a barrier. [MPI-4.1 12.7]
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
  MPI_Win_create(array + 2, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
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
