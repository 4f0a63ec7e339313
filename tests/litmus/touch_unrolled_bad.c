/* Where a compiler unrolls a loop, what its copies store is one conflict, of all
 * its bytes.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 256)
 * report:   MPI_Put     by rank 0 at touch_unrolled_bad.c:22 (epoch: fence, opened at touch_unrolled_bad.c:20), not yet complete
 * report:   store       by rank 1 at touch_unrolled_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_fence at touch_unrolled_bad.c:28 comes too late; move the store after it. [MPI-4.1 12.7]
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
  } else {
    volatile int *at = memory;
    for (int i = 0; i < 64; i++)
      at[i] = i;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
