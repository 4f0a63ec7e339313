/* A window that nobody frees. MPI_Finalize ends it, so that its memory may go
 * afterwards.
 *
 * run: np=2 options="--check"
 * report: oriel: leak: 2 windows made by MPI_Win_create at leak_window_memory_bad.c:15 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *heap = calloc(2, sizeof *heap);
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(heap, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Finalize();
  free(heap);
}
