/* MPI_Win_free frees the memory that MPI_Win_allocate gave.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  memory[0] = 1;
  MPI_Win_free(&win);
  MPI_Finalize();
}
