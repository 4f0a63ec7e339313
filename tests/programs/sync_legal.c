/* Sequences of epochs that are legal though they look odd, and are never
 * refused: what follows a fence since which nothing was issued, locks of
 * several targets at once, empty epochs, two windows in different epochs.
 *
 * mpich: no (a post for a later epoch hangs its start of an empty group)
 * run: np=4 twice=1
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;

static void after_fence(int me, int other, MPI_Group peer)
{
  int value = me, seen = -1;
  /* lock after a fence */
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win));
  ACCEPTED(MPI_Get(&seen, 1, MPI_INT, other, 0, 1, MPI_INT, win));
  ACCEPTED(MPI_Win_unlock(other, win));
  SAME(seen, 0);
  /* lock_all after a fence */
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_lock_all(0, win));
  ACCEPTED(MPI_Win_unlock_all(win));
  /* post-start after a fence */
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_post(peer, 0, win));
  ACCEPTED(MPI_Win_start(peer, 0, win));
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, 1, 1, MPI_INT, win));
  ACCEPTED(MPI_Win_complete(win));
  ACCEPTED(MPI_Win_wait(win));
  /* and a fence after those */
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

static void many_locks(void)
{
  int sum = 0, seen[64];
  for (int t = 0; t < world_size(); t++)
    ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win));
  for (int t = 0; t < world_size(); t++)
    ACCEPTED(MPI_Get(&seen[t], 1, MPI_INT, t, 0, 1, MPI_INT, win));
  for (int t = world_size(); t-- > 0;)
    ACCEPTED(MPI_Win_unlock(t, win));
  for (int t = 0; t < world_size(); t++)
    sum += seen[t];
  SAME(sum, 0);
  /* Exclusive ones by a single rank: MPI_Win_lock need not wait, so not even a
   * fixed order would keep several from locking each other up. */
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() > 0) return;
  for (int t = 0; t < world_size(); t++)
    ACCEPTED(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, win));
  for (int t = 0; t < world_size(); t++)
    ACCEPTED(MPI_Win_unlock(t, win));
}

/* While one window is in a fence epoch, the other may be locked. */
static void two_windows(int other)
{
  int *memory, value = 3;
  MPI_Win second = int_window(1, &memory);
  ACCEPTED(MPI_Win_fence(0, win));
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, 1, 1, MPI_INT, win));
  ACCEPTED(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, second));
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, second));
  ACCEPTED(MPI_Win_unlock(other, second));
  ACCEPTED(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
  ACCEPTED(MPI_Win_free(&second));
}

static void empty_epochs(MPI_Group peer)
{
  ACCEPTED(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
  ACCEPTED(MPI_Win_wait(win));
  ACCEPTED(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
  ACCEPTED(MPI_Win_complete(win));
  ACCEPTED(MPI_Win_post(peer, 0, win));
  ACCEPTED(MPI_Win_start(peer, 0, win));
  ACCEPTED(MPI_Win_complete(win));
  ACCEPTED(MPI_Win_wait(win));
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Group world, peer;
  MPI_Init(&argc, &argv);
  int me = world_rank(), other = me ^ 1;
  win = int_window(2, &memory);
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  after_fence(me, other, peer);
  SAME(memory[1], other);
  many_locks();
  MPI_Barrier(MPI_COMM_WORLD);
  two_windows(other);
  SAME(memory[1], 3);
  empty_epochs(peer);
  ACCEPTED(MPI_Win_fence(0, win)); /* and freed right after it */
  ACCEPTED(MPI_Win_free(&win));
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  int code = report();
  MPI_Finalize();
  return code;
}
