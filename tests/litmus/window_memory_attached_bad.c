/* Attached memory is freed before it is detached.
 *
 * run: np=2 options="--check" exit=121
 * build: -Wno-unknown-warning-option -Wno-use-after-free
 * report: oriel: memory of the window of window_memory_attached_bad.c:23 of rank 0 that is freed before the window (2 times)
 * report:   free        by rank 0 at window_memory_attached_bad.c:25, main()
 * report:   Call MPI_Win_detach first. [MPI-4.1 12.2]
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
  free(heap);
  MPI_Win_detach(own, heap);
  MPI_Win_free(&own);
  MPI_Win_free(&win);
  MPI_Finalize();
}
