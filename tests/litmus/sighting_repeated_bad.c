/* Updates of one word by one call, and the target goes on when it has seen the
 * first of them: its store falls among the others.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at sighting_repeated_bad.c:33 (epoch: lock_all, opened at sighting_repeated_bad.c:30), not yet complete
 * report:   store          by rank 1 at sighting_repeated_bad.c:40, main()
 * report:   Nothing orders them. MPI_Win_flush at sighting_repeated_bad.c:34 comes too late. Let rank 1 know of it before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { UPDATES = 100, AWAITED = 1 };

static int look(MPI_Win win)
{
  int found;
  MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  return found;
}

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    for (int i = 0; i < UPDATES; i++)
      MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(1, win);
  } else {
    int found;
    do
      found = look(win);
    while (found < AWAITED);
    *memory = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
