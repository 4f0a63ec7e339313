/* A loop that fetches finds an update in the separate model.
 *
 * build: --check
 * run: np=2 options="--check --memory-model=separate"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  else
    do {
      MPI_Fetch_and_op(NULL, &one, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!one);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
