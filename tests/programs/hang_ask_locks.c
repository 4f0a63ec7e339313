/* Ranks that ask in vain while others do, under locks that they take and give
 * back each time, are reported as such; of a dynamic window the report says
 * which byte of what memory they ask for.
 *
 * mpich: no (it would hang)
 * run: np=4 exit=122 options="--patience 0.02" twice=1
 * stderr: rank 1 at hang_ask_locks.c:31: MPI_Fetch_and_op finds nothing new at byte 24 of what rank 0 attached to window "lock", again and again
 * run: np=4 exit=122 options="--patience 0.02 --protocol message --progress weak"
 * stderr: ranks 2-3 at hang_ask_locks.c:42: MPI_Get finds nothing new at byte 24 of what rank 0 attached to window "lock", again and again
 * run: np=4 exit=122 options="--patience 0.02 --ppn 4"
 * stderr: ranks 2-3 at hang_ask_locks.c:42: MPI_Get finds nothing new
 */
#include "check.h"

static MPI_Aint share(long *memory, MPI_Win *win)
{
  MPI_Aint at;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win);
  MPI_Win_set_name(*win, "lock");
  if (world_rank() == 0) MPI_Win_attach(*win, memory, 4 * sizeof *memory);
  MPI_Get_address(&memory[3], &at);
  MPI_Bcast(&at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  return at;
}

static void ask(MPI_Aint at, MPI_Win win)
{
  long none = 0, found;
  MPI_Win_lock_all(0, win);
  do {
    MPI_Fetch_and_op(&none, &found, MPI_LONG, 0, at, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  } while (!found);
  MPI_Win_unlock_all(win);
}

static void ask_under_lock(MPI_Aint at, MPI_Win win)
{
  long found;
  do {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&found, 1, MPI_LONG, 0, at, 1, MPI_LONG, win);
    MPI_Win_unlock(0, win);
  } while (!found);
}

int main(int argc, char **argv)
{
  static long memory[4];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Aint at = share(memory, &win);
  if (world_rank() == 1) ask(at, win);
  if (world_rank() > 1) ask_under_lock(at, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
