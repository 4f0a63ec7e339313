/* Calls in the wrong epoch are refused with MPI_ERR_RMA_SYNC, and the window
 * works as before afterwards.
 *
 * mpich: no (MPICH misses some)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;
static int v, r, cmp;
static MPI_Request request;

static void refuse_operations(int target)
{
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Put(&v, 1, MPI_INT, target, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Get(&r, 1, MPI_INT, target, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Accumulate(&v, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Get_accumulate(&v, 1, MPI_INT, &r, 1, MPI_INT, target, 0, 1,
                             MPI_INT, MPI_SUM, win));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Fetch_and_op(&v, &r, MPI_INT, target, 0, MPI_SUM, win));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Compare_and_swap(&v, &cmp, &r, MPI_INT, target, 0, win));
}

static void refuse_request_based(int target)
{
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Rput(&v, 1, MPI_INT, target, 0, 1, MPI_INT, win, &request));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Rget(&r, 1, MPI_INT, target, 0, 1, MPI_INT, win, &request));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Raccumulate(&v, 1, MPI_INT, target, 0, 1,
                                            MPI_INT, MPI_SUM, win, &request));
  REFUSED(MPI_ERR_RMA_SYNC,
          MPI_Rget_accumulate(&v, 1, MPI_INT, &r, 1, MPI_INT, target, 0, 1,
                              MPI_INT, MPI_SUM, win, &request));
}

static void refuse_flushes(int target)
{
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_flush(target, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_flush_local(target, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_flush_all(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_flush_local_all(win));
}

static void no_epoch(int other)
{
  refuse_operations(other);
  refuse_request_based(other);
  refuse_flushes(other);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_sync(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock(other, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
  int flag;
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_test(win, &flag));
}

static void lock_epoch(int me, int other)
{
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock(me, win));
  refuse_operations(me); /* only `other` is locked */
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_flush(me, win));
  ACCEPTED(MPI_Win_flush(other, win));
  ACCEPTED(MPI_Win_sync(win));
  ACCEPTED(MPI_Win_unlock(other, win));
}

static void lock_all_epoch(int other)
{
  MPI_Win_lock_all(0, win);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock(other, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
  ACCEPTED(MPI_Win_unlock_all(win));
}

/* A fence epoch, made real by a put. */
static void fence_epoch(int me, int other)
{
  MPI_Win_fence(0, win);
  ACCEPTED(MPI_Put(&v, 1, MPI_INT, other, 0, 1, MPI_INT, win));
  refuse_flushes(other);
  refuse_request_based(other);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_sync(win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_unlock(other, win));
  ACCEPTED(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
  refuse_operations(other); /* no epoch was opened */
}

/* Rank 0 starts, rank 1 posts. */
static void pscw_epoch(int me, int other)
{
  MPI_Group world, peer;
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  if (me == 0) {
    MPI_Win_start(peer, 0, win);
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_start(peer, 0, win));
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
    refuse_operations(me); /* not in the group */
    refuse_request_based(other);
    refuse_flushes(other);
    ACCEPTED(MPI_Put(&v, 1, MPI_INT, other, 0, 1, MPI_INT, win));
    ACCEPTED(MPI_Win_complete(win));
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
  } else {
    MPI_Win_post(peer, 0, win);
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_post(peer, 0, win));
    ACCEPTED(MPI_Win_wait(win));
    REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
}

static void no_locks(int other)
{
  MPI_Info info;
  MPI_Win w;
  int *memory;
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &memory, &w);
  MPI_Info_free(&info);
  MPI_Win_set_errhandler(w, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, other, 0, w));
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, w));
  ACCEPTED(MPI_Win_free(&w));
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), other = 1 - me;
  win = int_window(1, &memory);
  no_epoch(other);
  MPI_Barrier(MPI_COMM_WORLD);
  lock_epoch(me, other);
  MPI_Barrier(MPI_COMM_WORLD);
  lock_all_epoch(other);
  MPI_Barrier(MPI_COMM_WORLD);
  fence_epoch(me, other);
  pscw_epoch(me, other);
  no_locks(other);
  no_epoch(other);
  ACCEPTED(MPI_Win_free(&win));
  int code = report();
  MPI_Finalize();
  return code;
}
