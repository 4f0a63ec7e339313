/* A swap of a long beside a Fetch_and_op of the next int.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  long one = 1, zero = 0, old;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Compare_and_swap(&one, &zero, &old, MPI_LONG, 2, 0, win);
  if (rank == 1) MPI_Fetch_and_op(&one, &old, MPI_INT, 2, 2, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
