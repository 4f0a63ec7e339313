/* The store comes before another fence than that with MPI_MODE_NOSTORE.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  memory[rank] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
