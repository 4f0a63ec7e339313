/* A target sees one of the two words that are accumulated to, and stores to the
 * other: elements are atomic one by one.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Accumulate by rank 0 at sighting_element_bad.c:32 (epoch: lock_all, opened at sighting_element_bad.c:30), not yet complete
 * report:   store          by rank 1 at sighting_element_bad.c:36, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at sighting_element_bad.c:38 comes too late. Let rank 1 know of it, or of a flush, before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int look(MPI_Win win, int word)
{
  int found;
  MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, word, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  return found;
}

int main(int argc, char **argv)
{
  int *memory, rank, ones[] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(ones, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);
  } else {
    while (!look(win, 0))
      continue;
    memory[1] = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
