/* A deadlock of one-sided programs: two ranks hold a lock that the other wants.
 * Exit code 122, and a report that names calls, lines, windows and ranks.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 twice=1
 * stderr: deadlock
 * stderr: MPI_Win_lock
 * stderr: deadlock_lock.c:25
 * stderr: rank 0
 * stderr: rank 1
 * stderr: "contested"
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, value = 1;
  MPI_Init(&argc, &argv);
  int me = world_rank(), other = 1 - me;
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "contested");
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win); /* held by the other */
  MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Win_unlock(other, win);
  MPI_Win_unlock(me, win);
  puts("not reached");
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
