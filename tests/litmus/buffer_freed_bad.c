/* A Put from a block that is freed.
 *
 * run: np=2 options="--check" exit=121
 * build: -Wno-unknown-warning-option -Wno-use-after-free
 * report: oriel: origin buffer of MPI_Put that is freed
 * report:   MPI_Put     by rank 0 at buffer_freed_bad.c:24 (reads memory allocated at buffer_freed_bad.c:14 and freed at buffer_freed_bad.c:23)
 * report:   Free it when the call has returned and the operation is complete. [MPI-4.1 12.3]
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
  free(heap);
  if (rank == 0) MPI_Put(heap, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
