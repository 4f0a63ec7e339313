/* The third element of the vector lies behind the block.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Put that is too short
 * report:   MPI_Put     by rank 0 at buffer_strided_bad.c:25 (reads bytes [24, 28) of memory allocated at buffer_strided_bad.c:13, which has 20)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *heap = calloc(5, sizeof *heap);
  MPI_Datatype column;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Type_vector(3, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(heap, 1, column, 1, 0, 3, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  free(heap);
  MPI_Win_free(&win);
  MPI_Finalize();
}
