/* The result is there before the accumulate.
 *
 * run: np=1 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one[2] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(one, memory + 1, MPI_INT, rank, 0, MPI_REPLACE, win);
  MPI_Win_flush(rank, win);
  MPI_Accumulate(one, 2, MPI_INT, rank, 0, 2, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
