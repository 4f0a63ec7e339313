/* A rank buffers its sends in the memory of its window, where another one puts.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [1000, 1004)
 * report:   MPI_Comm_attach_buffer by rank 1 at buffer_attached_window_bad.c:20, not yet complete
 * report:   MPI_Put                by rank 0 at buffer_attached_window_bad.c:22 (epoch: fence, opened at buffer_attached_window_bad.c:21)
 * report:   Nothing orders them. MPI_Comm_detach_buffer at buffer_attached_window_bad.c:24 comes too late. Let rank 0 know of it before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  char *memory;
  int rank, size, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_attach_buffer(MPI_COMM_WORLD, memory, 2000);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 1000, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Comm_detach_buffer(MPI_COMM_WORLD, &memory, &size);
  MPI_Win_free(&win);
  MPI_Finalize();
}
