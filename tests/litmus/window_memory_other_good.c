/* The other window that has the memory is freed first.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_set_name(other, "edge");
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
