/* A Put of the two integers of a block.
 *
 * run: np=2 options="--check"
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
  MPI_Win_fence(0, win);
  free(heap);
  MPI_Win_free(&win);
  MPI_Finalize();
}
