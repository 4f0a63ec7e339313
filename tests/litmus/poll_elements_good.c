/* The same with MPI_Win_sync before each look.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, ones[2] = {1, 1}, first, second;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(ones, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_REPLACE, win);
  } else {
    volatile int *flag = memory;
    do {
      MPI_Win_sync(win);
      first = flag[0];
      second = flag[1];
    } while (!first || !second);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
