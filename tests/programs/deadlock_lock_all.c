/* Under MPI_Win_lock_all an operation waits for the lock of its target alone:
 * the report of a deadlock names it and its holder.
 *
 * stderr: cycle: rank 0 -> rank 2 -> rank 0
 * run: np=3 args="flush_all" exit=122
 * stderr: rank 2 at deadlock_lock_all.c:35: MPI_Win_flush_all waits for the lock of rank 1 of window "held", held by rank 0
 * run: np=3 args="flush" exit=122
 * stderr: rank 2 at deadlock_lock_all.c:36: MPI_Win_flush waits for the lock of rank 1 of window "held", held by rank 0
 * run: np=3 args="local" exit=122
 * stderr: rank 2 at deadlock_lock_all.c:37: MPI_Win_flush_local_all waits for the lock of rank 1 of window "held", held by rank 0
 * run: np=3 args="unlock" exit=122
 * stderr: rank 2 at deadlock_lock_all.c:38: MPI_Win_unlock_all waits for the lock of rank 1 of window "held", held by rank 0
 * run: np=3 args="lock" exit=122
 * stderr: rank 2 at deadlock_lock_all.c:32: MPI_Win_lock_all waits for the lock of rank 2 of window "held", held by rank 0
 * mpich: no (it would hang)
 */
#include "check.h"

/* Until rank 2 sends, which it does after its epoch. */
static void hold(int target, MPI_Win win)
{
  int value;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock(target, win);
}

static void use(const char *what, MPI_Win win)
{
  int values[3];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++)
    MPI_Get(&values[i], 1, MPI_INT, i, 0, 1, MPI_INT, win);
  if (!strcmp(what, "flush_all")) MPI_Win_flush_all(win);
  if (!strcmp(what, "flush")) MPI_Win_flush(1, win);
  if (!strcmp(what, "local")) MPI_Win_flush_local_all(win);
  MPI_Win_unlock_all(win);
  MPI_Send(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "held");
  const char *what = argv[1];
  if (world_rank() == 0)
    hold(strcmp(what, "lock") ? 1 : 2, win);
  else
    MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 2) use(what, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
