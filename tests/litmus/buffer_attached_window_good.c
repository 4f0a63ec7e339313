/* A rank buffers its sends in the memory of its window, and another one puts
 * beside that.
 *
 * build: --check
 * run: np=2 options="--check"
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
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2000, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Comm_detach_buffer(MPI_COMM_WORLD, &memory, &size);
  MPI_Win_free(&win);
  MPI_Finalize();
}
