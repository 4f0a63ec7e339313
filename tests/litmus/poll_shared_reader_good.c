/* Nobody need call it where a fence is.
 *
 * run: np=2 options="--check=strict --ppn 2"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Aint size;
  int unit, *base;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);
  MPI_Win_fence(0, win);
  if (rank == 0) base[0] = 5;
  MPI_Win_fence(0, win);
  if (rank == 1) seen = base[0];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
