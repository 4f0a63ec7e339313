/* MPI_MODE_NOCHECK is checked all the same: of post and start both have it or
 * none, and the post is called first; a lock is free. A window is not locked
 * and exposed at once. What was refused may be called rightly after that.
 *
 * mpich: no (MPICH does not check)
 * run: np=3
 * run: np=3 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;
static int me;
static MPI_Group zero, one;

static void meet(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 starts, rank 1 posts. */
static void start_first(void)
{
  int value = 1;
  meet();
  if (me == 0)
    REFUSED(MPI_ERR_ASSERT, MPI_Win_start(one, MPI_MODE_NOCHECK, win));
  meet();
  if (me == 1) ACCEPTED(MPI_Win_post(zero, 0, win));
  meet();
  if (me == 0) {
    REFUSED(MPI_ERR_ASSERT, MPI_Win_start(one, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Win_start(one, 0, win));
    ACCEPTED(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win));
    ACCEPTED(MPI_Win_complete(win));
  }
  if (me == 1) ACCEPTED(MPI_Win_wait(win));
  /* the same with the post's assertion alone */
  meet();
  if (me == 1) ACCEPTED(MPI_Win_post(zero, MPI_MODE_NOCHECK, win));
  meet();
  if (me == 0) {
    REFUSED(MPI_ERR_ASSERT, MPI_Win_start(one, 0, win));
    ACCEPTED(MPI_Win_start(one, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win));
    ACCEPTED(MPI_Win_complete(win));
  }
  if (me == 1) ACCEPTED(MPI_Win_wait(win));
  /* the start was called before the post that trusts it was not */
  meet();
  if (me == 0) ACCEPTED(MPI_Win_start(one, 0, win));
  meet();
  if (me == 1) {
    REFUSED(MPI_ERR_ASSERT, MPI_Win_post(zero, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Win_post(zero, 0, win));
    ACCEPTED(MPI_Win_wait(win));
  }
  if (me == 0) ACCEPTED(MPI_Win_complete(win));
}

static void locks(void)
{
  int value = 2;
  meet();
  if (me == 0) ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win));
  meet();
  if (me == 2) {
    REFUSED(MPI_ERR_ASSERT,
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Win_unlock(1, win));
  }
  if (me == 1) REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_post(zero, 0, win));
  meet();
  if (me == 0) ACCEPTED(MPI_Win_unlock(1, win));
  meet();
  if (me == 1) ACCEPTED(MPI_Win_post(zero, 0, win));
  meet();
  if (me == 2) {
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win));
    ACCEPTED(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win));
    ACCEPTED(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    ACCEPTED(MPI_Win_unlock(0, win));
  }
  if (me == 1) {
    /* its own part is exposed; another may be locked */
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win));
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
    ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win));
    ACCEPTED(MPI_Win_unlock(2, win));
  }
  meet();
  if (me == 0) {
    ACCEPTED(MPI_Win_start(one, 0, win));
    ACCEPTED(MPI_Win_complete(win));
  }
  if (me == 1) ACCEPTED(MPI_Win_wait(win));
  meet();
  if (me == 2) {
    ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win));
    ACCEPTED(MPI_Win_unlock(1, win));
    /* its own part is locked */
    ACCEPTED(MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win));
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_post(zero, 0, win));
    ACCEPTED(MPI_Win_unlock(2, win));
  }
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Group world;
  MPI_Init(&argc, &argv);
  me = world_rank();
  win = int_window(1, &memory);
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &zero);
  MPI_Group_incl(world, 1, (int[]){1}, &one);
  start_first();
  locks();
  meet();
  SAME(memory[0], me == 0 ? 2 : me == 1 ? 1 : 0);
  MPI_Group_free(&world);
  MPI_Group_free(&zero);
  MPI_Group_free(&one);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
