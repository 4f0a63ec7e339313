/* A rank adds to its own counter by a store.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at self_accumulate_bad.c:22 (epoch: fence, opened at self_accumulate_bad.c:20), not yet complete
 * report:   store          by rank 1 at self_accumulate_bad.c:21, main()
 * report:   Nothing orders them. MPI_Win_fence at self_accumulate_bad.c:23 comes too late; move the store after it. [MPI-4.1 12.7]
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
  if (rank == 1) memory[0] = 1;
  if (rank == 0) MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
