/* The store is synchronised by an unlock, then come accumulates; hundreds
 * of later unlocks, which nothing orders with these, change nothing.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1, *mine;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &mine, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  mine[0] = rank;
  MPI_Win_unlock(rank, window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 300; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
}
