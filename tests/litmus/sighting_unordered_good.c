/* Accumulates by one call that need not come in their order: the target has the
 * long one, too, by a message after its flush.
 *
 * build: --check
 * run: np=2 options="--check"
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
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (look(win) < SHORT + 1)
      continue;
    *memory = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
