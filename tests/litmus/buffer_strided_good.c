/* The elements of the vector lie in the block.
 *
 * run: np=2 options="--check"
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
  MPI_Type_vector(3, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(heap, 1, column, 1, 0, 3, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  free(heap);
  MPI_Win_free(&win);
  MPI_Finalize();
}
