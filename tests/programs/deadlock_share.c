/* The report of a deadlock names who shares the lock that is waited for, so
 * that the cycle is seen; and who comes before a rank that might share it, too.
 *
 * run: np=5 args="lock" exit=122 twice=1
 * stderr: rank 1 at deadlock_share.c:43: MPI_Win_lock waits for the lock of rank 2 of window "shared", shared by rank 0
 * stderr: rank 3 at deadlock_share.c:49: MPI_Win_lock waits for the lock of rank 2 of window "shared", shared by rank 0 (MPI_Win_lock at deadlock_share.c:27), behind rank 1, which asks for it exclusively
 * stderr: cycle: rank 0 -> rank 3 -> rank 1 -> rank 0
 * run: np=5 args="all" exit=122
 * stderr: rank 1 at deadlock_share.c:43: MPI_Win_lock waits for the lock of rank 2 of window "shared", shared by rank 0
 * stderr: rank 3 at deadlock_share.c:49: MPI_Win_lock waits for the lock of rank 2 of window "shared", shared by rank 0 (MPI_Win_lock_all at deadlock_share.c:29), behind rank 1, which asks for it exclusively
 * stderr: cycle: rank 0 -> rank 3 -> rank 1 -> rank 0
 * run: np=5 args="more" exit=122
 * stderr: rank 1 at deadlock_share.c:43: MPI_Win_lock waits for the lock of rank 2 of window "shared", shared by rank 0 (MPI_Win_lock at deadlock_share.c:27) and 1 more
 * stderr: cycle: rank 0 -> rank 3 -> rank 1 -> rank 0
 * mpich: no (it would hang)
 */
#include "check.h"

#include <unistd.h>

/* Ranks 0 and, if there is to be more than one, 4 hold the lock of rank 2. */
static void hold(const char *how, MPI_Win win)
{
  static int value;
  if (world_rank() == 4 && strcmp(how, "more")) return;
  if (strcmp(how, "all"))
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
  else
    MPI_Win_lock_all(0, win);
  MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_flush(2, win);
}

int main(int argc, char **argv)
{
  int *memory, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "shared");
  if (world_rank() == 0 || world_rank() == 4) hold(argv[1], win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
  }
  if (world_rank() == 3) {
    usleep(1000);
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
    MPI_Win_unlock(2, win);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  if (world_rank() == 0)
    MPI_Recv(&value, 1, MPI_INT, 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  puts("not reached");
  MPI_Finalize();
  return 0;
}
