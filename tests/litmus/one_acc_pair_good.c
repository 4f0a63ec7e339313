/* Accumulates of one rank to pairs that have a gap are ordered, each element.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  struct pair {
    short value;
    int index;
  } * memory, x[2] = {{1, 1}, {2, 2}};
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof *x, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(x, 2, MPI_SHORT_INT, 1, 0, 2, MPI_SHORT_INT, MPI_MAXLOC,
                   win);
    MPI_Accumulate(x, 1, MPI_SHORT_INT, 1, 1, 1, MPI_SHORT_INT, MPI_MAXLOC,
                   win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
