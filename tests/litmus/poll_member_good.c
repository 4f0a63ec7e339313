/* Who polls the second member of a pair has seen what its update tells of, as
 * has who polls the first: an element is one word.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, found = 42, data = 42, pair[2] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = memory[2] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&data, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(pair, 1, MPI_2INT, 1, 0, 1, MPI_2INT, MPI_REPLACE, win);
  } else {
    volatile int *word = memory;
    do
      MPI_Win_sync(win);
    while (!word[1]);
    MPI_Win_sync(win);
    found = word[2];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found != 42;
}
