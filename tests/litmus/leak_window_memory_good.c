/* A window that is freed; its memory goes after MPI_Finalize.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *heap = calloc(2, sizeof *heap);
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(heap, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
  free(heap);
}
