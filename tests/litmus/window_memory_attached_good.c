/* Attached memory is freed after it is detached.
 *
 * run: np=2 options="--check"
 * build: -Wno-unknown-warning-option -Wno-use-after-free
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *heap = calloc(2, sizeof *heap);
  MPI_Win own;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &own);
  MPI_Win_attach(own, heap, 8);
  MPI_Win_detach(own, heap);
  free(heap);
  MPI_Win_free(&own);
  MPI_Win_free(&win);
  MPI_Finalize();
}
