/* A Put of three integers from a block of two.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Put that is too short
 * report:   MPI_Put     by rank 0 at buffer_short_heap_bad.c:22 (reads bytes [0, 12) of memory allocated at buffer_short_heap_bad.c:13, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
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
  if (rank == 0) MPI_Put(heap, 3, MPI_INT, 1, 0, 3, MPI_INT, win);
  MPI_Win_fence(0, win);
  free(heap);
  MPI_Win_free(&win);
  MPI_Finalize();
}
