/* A block is freed before the fence that completes its Put.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in memory allocated at buffer_freed_early_bad.c:14 of rank 0, 8 bytes
 * report:   MPI_Put     by rank 0 at buffer_freed_early_bad.c:23 (epoch: fence, opened at buffer_freed_early_bad.c:22), not yet complete
 * report:   free        by rank 0 at buffer_freed_early_bad.c:24, main()
 * report:   Nothing orders them. MPI_Win_fence at buffer_freed_early_bad.c:25 comes too late; move the free after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *heap = calloc(2, sizeof *heap);
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(heap, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  free(heap);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
