/* The automaton of epochs; epoch.h says what holds. */
#include "epoch.h"
#include "window.h"

#include "../error/fault.h"

#include <mpi.h>
#include <stddef.h>

#define RULE "[MPI-4.1 12.5]"

/* No lock on anybody, and none on all? */
static int not_locked(const struct epoch *e, const struct window_view *window)
{
  if (e->all_locked)
    return fault(MPI_ERR_RMA_SYNC,
                 " on %s inside a lock_all epoch: call MPI_Win_unlock_all "
                 "first " RULE,
                 window_label(window));
  if (e->locked)
    return fault(
        MPI_ERR_RMA_SYNC, " on %s while %d target%s locked: unlock first " RULE,
        window_label(window), e->locked, e->locked == 1 ? " is" : "s are");
  return 0;
}

static int not_started(const struct epoch *e, const struct window_view *window)
{
  if (!e->started) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " on %s inside an access epoch of MPI_Win_start: call "
               "MPI_Win_complete first " RULE,
               window_label(window));
}

static int not_posted(const struct epoch *e, const struct window_view *window)
{
  if (!e->posted) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " on %s inside an exposure epoch of MPI_Win_post: call "
               "MPI_Win_wait first " RULE,
               window_label(window));
}

static int fence_unused(const struct epoch *e, const struct window_view *window)
{
  if (e->fence != FENCE_USED) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " on %s inside a fence epoch in which operations were issued: "
               "close it with MPI_Win_fence first " RULE,
               window_label(window));
}

int epoch_fence(struct epoch *e, int assertion,
                const struct window_view *window)
{
  int error = not_locked(e, window);
  if (!error) error = not_started(e, window);
  if (!error) error = not_posted(e, window);
  if (error) return error;
  if ((assertion & MPI_MODE_NOPRECEDE) && e->fence == FENCE_USED)
    return fault(MPI_ERR_ASSERT,
                 " on %s with MPI_MODE_NOPRECEDE, but operations were issued "
                 "since the last fence [MPI-4.1 12.5.5]",
                 window_label(window));
  e->fence = assertion & MPI_MODE_NOSUCCEED ? FENCE_LAST : FENCE_SILENT;
  e->fences++;
  e->noprecede = assertion & MPI_MODE_NOPRECEDE;
  return 0;
}

int epoch_start(struct epoch *e, struct group *group,
                const struct window_view *window)
{
  int error = not_locked(e, window);
  if (!error) error = not_started(e, window);
  if (!error) error = fence_unused(e, window);
  if (error) return error;
  e->fence = FENCE_NONE;
  e->started = group_ref(group);
  return 0;
}

int epoch_complete(struct epoch *e, const struct window_view *window)
{
  if (!e->started)
    return fault(MPI_ERR_RMA_SYNC,
                 " on %s: there is no access epoch to end; call MPI_Win_start "
                 "first " RULE,
                 window_label(window));
  group_unref(e->started);
  e->started = NULL;
  return 0;
}

int epoch_post(struct epoch *e, struct group *group,
               const struct lock_state *own, const struct window_view *window)
{
  int error = not_posted(e, window);
  if (!error) error = fence_unused(e, window);
  if (!error && e->all_locked) error = not_locked(e, window);
  if (error) return error;
  if (own && own->type)
    return fault(MPI_ERR_RMA_SYNC,
                 " on %s, whose own part this rank has locked: unlock it first "
                 "[MPI-4.1 12.5.3]",
                 window_label(window));
  e->fence = FENCE_NONE;
  e->posted = group_ref(group);
  return 0;
}

int epoch_exposed(const struct epoch *e, const struct window_view *window)
{
  if (e->posted) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " on %s: there is no exposure epoch to end; call MPI_Win_post "
               "first " RULE,
               window_label(window));
}

void epoch_unexpose(struct epoch *e)
{
  group_unref(e->posted);
  e->posted = NULL;
}

int epoch_lock(struct epoch *e, struct lock_state *lock, int target, bool own,
               int type, int assertion, const struct window_view *window)
{
  if (lock->type)
    return fault(MPI_ERR_RMA_SYNC,
                 " of rank %d of %s, which this rank has locked already " RULE,
                 target, window_label(window));
  if (e->all_locked) return not_locked(e, window);
  int error = not_started(e, window);
  if (!error) error = fence_unused(e, window);
  if (!error && own) error = not_posted(e, window);
  if (error) return error;
  e->fence = FENCE_NONE;
  e->locked++;
  lock->type = type;
  lock->nocheck = (assertion & MPI_MODE_NOCHECK) != 0;
  return 0;
}

int epoch_unlock(struct epoch *e, struct lock_state *lock, int target,
                 const struct window_view *window)
{
  if (!lock || !lock->type)
    return fault(MPI_ERR_RMA_SYNC,
                 " of rank %d of %s, which this rank has not locked " RULE,
                 target, window_label(window));
  lock->type = 0;
  e->locked--;
  return 0;
}

int epoch_lock_all(struct epoch *e, const struct window_view *window)
{
  int error = not_locked(e, window);
  if (!error) error = not_started(e, window);
  if (!error) error = fence_unused(e, window);
  if (!error) error = not_posted(e, window);
  if (error) return error;
  e->fence = FENCE_NONE;
  e->all_locked = true;
  return 0;
}

int epoch_unlock_all(struct epoch *e, const struct window_view *window)
{
  if (!e->all_locked)
    return fault(MPI_ERR_RMA_SYNC,
                 " on %s: there is no lock_all epoch to end; call "
                 "MPI_Win_lock_all first " RULE,
                 window_label(window));
  e->all_locked = false;
  return 0;
}

int epoch_passive(const struct epoch *e, const struct window_view *window)
{
  if (epoch_is_passive(e)) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " on %s outside a passive epoch: nothing is locked; call "
               "MPI_Win_lock_all first " RULE,
               window_label(window));
}

int epoch_flush(const struct epoch *e, const struct lock_state *lock,
                int target, const struct window_view *window)
{
  if (e->all_locked || (lock && lock->type)) return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " of rank %d of %s, which this rank has not locked; "
               "call MPI_Win_lock or MPI_Win_lock_all first " RULE,
               target, window_label(window));
}

static int check_started(const struct epoch *e, int target,
                         const struct group *members,
                         const struct window_view *window)
{
  if (group_rank(e->started, group_world(members, target)) != MPI_UNDEFINED)
    return 0;
  return fault(MPI_ERR_RMA_SYNC,
               " to rank %d of %s, which is not in the group of "
               "MPI_Win_start " RULE,
               target, window_label(window));
}

int epoch_operation(struct epoch *e, const struct lock_state *lock, int target,
                    const struct group *members, bool request_based,
                    const struct window_view *window)
{
  if (e->all_locked || (lock && lock->type)) return 0;
  if (request_based)
    return fault(MPI_ERR_RMA_SYNC,
                 " to rank %d of %s: a request-based operation needs a "
                 "passive epoch, and this rank has not locked the target "
                 "[MPI-4.1 12.3.5]",
                 target, window_label(window));
  if (e->locked)
    return fault(MPI_ERR_RMA_SYNC,
                 " to rank %d of %s, which this rank has not locked " RULE,
                 target, window_label(window));
  if (e->started) return check_started(e, target, members, window);
  if (e->fence == FENCE_LAST)
    return fault(MPI_ERR_RMA_SYNC,
                 " to rank %d of %s after a fence with MPI_MODE_NOSUCCEED, "
                 "which opens no epoch [MPI-4.1 12.5.5]",
                 target, window_label(window));
  if (e->fence == FENCE_NONE)
    return fault(MPI_ERR_RMA_SYNC,
                 " to rank %d of %s outside an access epoch: call "
                 "MPI_Win_fence, MPI_Win_start or MPI_Win_lock first " RULE,
                 target, window_label(window));
  e->fence = FENCE_USED;
  return 0;
}

int epoch_free(const struct epoch *e, const struct window_view *window)
{
  int error = not_locked(e, window);
  if (!error) error = not_started(e, window);
  if (!error) error = not_posted(e, window);
  if (!error) error = fence_unused(e, window);
  return error;
}
