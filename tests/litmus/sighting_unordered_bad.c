/* Accumulates by one call that need not come in their order: the target has
 * seen the short ones, not the long one before them.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at sighting_unordered_bad.c:19 (epoch: lock_all, opened at sighting_unordered_bad.c:41), not yet complete
 * report:   store          by rank 1 at sighting_unordered_bad.c:49, main()
 * report:   Nothing orders them. MPI_Win_flush at sighting_unordered_bad.c:45 comes too late. Let rank 1 know of it before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { SHORT = 20, LONG = 100000 };

static int one[LONG] = {1};

static void add(MPI_Win win, int count)
{
  MPI_Accumulate(one, count, MPI_INT, 1, 0, count, MPI_INT, MPI_SUM, win);
}

static int look(MPI_Win win)
{
  int found;
  MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  return found;
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(sizeof one, 4, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    for (int i = 0; i <= SHORT; i++)
      add(win, i ? 1 : LONG);
    MPI_Win_flush(1, win);
  } else {
    while (look(win) < SHORT)
      continue;
    *memory = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
