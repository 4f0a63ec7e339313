/* Synchronisation of windows: fence, post-start-complete-wait, locks, flushes.
 *
 * Each call asks the automaton (model/window/epoch.h) whether it is legal now,
 * then runs the protocol (sim/rma). [MPI-4.1 12.5] */
#include "call.h"

#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../rma/rma.h"

#include <api.h>

enum {
  FENCE_ASSERTS = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE |
                  MPI_MODE_NOSUCCEED,
  POST_ASSERTS = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT,
};

static int check_assert(int given, int allowed)
{
  static const struct {
    int bit;
    const char *name;
  } modes[] = {{MPI_MODE_NOCHECK, "MPI_MODE_NOCHECK"},
               {MPI_MODE_NOSTORE, "MPI_MODE_NOSTORE"},
               {MPI_MODE_NOPUT, "MPI_MODE_NOPUT"},
               {MPI_MODE_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
               {MPI_MODE_NOSUCCEED, "MPI_MODE_NOSUCCEED"}};
  int wrong = given & ~allowed;
  if (!wrong) return 0;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (wrong & modes[i].bit)
      return fault(MPI_ERR_ASSERT,
                   ": the call does not take the assertion %s "
                   "[MPI-4.1 12.5.5]",
                   modes[i].name);
  return fault(MPI_ERR_ASSERT,
               ": assert is 0x%x, which is no sum of assertions "
               "[MPI-4.1 12.5.5]",
               given);
}

/* Tell it before others may learn of what self stored, and after self has
 * learnt of what others did. */
static void tell_sync(const struct window_view *v, unsigned copies)
{
  OBSERVE(sync, OBSERVED_SELF, .window = v, .copies = copies);
}

static void tell_epoch(const struct window_view *v,
                       enum observed_epoch_kind kind, int assertion)
{
  OBSERVE(epoch_call, .kind = kind, OBSERVED_SELF, .window = v,
          .assertion = assertion, .threaded = rank_shares, .date = self->time);
}

/* It takes a lock of the target, or gives it back; -1: shared ones of all. */
static void tell_lock(const struct window_view *v,
                      enum observed_epoch_kind kind, int target,
                      struct lock_state lock)
{
  OBSERVE(epoch_call, .kind = kind, OBSERVED_SELF, .window = v,
          .assertion = lock.nocheck ? MPI_MODE_NOCHECK : 0, .type = lock.type,
          .target = target, .threaded = rank_shares, .date = self->time);
}

static void tell_locks(const struct window_view *v,
                       enum observed_epoch_kind kind, bool nocheck)
{
  tell_lock(v, kind, -1, (struct lock_state){MPI_LOCK_SHARED, nocheck});
}

int api_Win_fence(int assertion, MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = check_assert(assertion, FENCE_ASSERTS);
  if (!error) error = epoch_fence(&v->epoch, assertion, v);
  if (error) return error;
  v->epoch.opened = self->call->site;
  tell_epoch(v, OBSERVED_FENCE, assertion);
  rma_fence(v->rma);
  tell_sync(v, OBSERVED_PRIVATE);
  return 0;
}

/* --- general active target --- */

/* The group of a start or post: all its members are in the window's. */
static int sync_group(MPI_Group handle, const struct window_view *v,
                      struct group **group)
{
  int error = group_of_handle(handle, group);
  if (error) return error;
  for (int i = 0; i < group_size(*group); i++)
    if (group_rank(v->window->comm->group, group_world(*group, i)) ==
        MPI_UNDEFINED)
      return fault(MPI_ERR_GROUP,
                   ": member %d of the group (rank %d of MPI_COMM_WORLD) is "
                   "not in the group of %s [MPI-4.1 12.5.2]",
                   i, group_world(*group, i), window_label(v));
  return 0;
}

int api_Win_start(MPI_Group handle, int assertion, MPI_Win win)
{
  struct window_view *v;
  struct group *group;
  int error = window_of(win, &v);
  if (!error) error = check_assert(assertion, MPI_MODE_NOCHECK);
  if (!error) error = sync_group(handle, v, &group);
  if (!error) error = rma_check_start(v->rma, group, assertion);
  if (!error) error = epoch_start(&v->epoch, group, v);
  if (error) return error;
  v->epoch.opened = self->call->site;
  tell_epoch(v, OBSERVED_START, assertion);
  rma_start(v->rma, group, assertion);
  tell_sync(v, 0);
  return 0;
}

int api_Win_complete(MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  struct group *group = v->epoch.started;
  if (group) group_ref(group);
  error = epoch_complete(&v->epoch, v);
  if (error) return error;
  tell_epoch(v, OBSERVED_CLOSE, 0);
  tell_sync(v, 0);
  rma_complete(v->rma, group);
  group_unref(group);
  return 0;
}

int api_Win_post(MPI_Group handle, int assertion, MPI_Win win)
{
  struct window_view *v;
  struct group *group;
  int error = window_of(win, &v);
  if (!error) error = check_assert(assertion, POST_ASSERTS);
  if (!error) error = sync_group(handle, v, &group);
  if (!error) error = rma_check_post(v->rma, group, assertion);
  if (error) return error;
  const struct peer *own = rma_known_peer(v->rma, v->rank);
  error = epoch_post(&v->epoch, group, own ? &own->lock : NULL, v);
  if (error) return error;
  tell_epoch(v, OBSERVED_POST, assertion);
  tell_sync(v, OBSERVED_PUBLIC);
  rma_post(v->rma, group, assertion);
  return 0;
}

int api_Win_wait(MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = epoch_exposed(&v->epoch, v);
  if (error) return error;
  tell_epoch(v, OBSERVED_WAIT, 0);
  rma_wait(v->rma);
  rma_waited(v->rma);
  epoch_unexpose(&v->epoch);
  tell_sync(v, OBSERVED_PRIVATE);
  return 0;
}

int api_Win_test(MPI_Win win, int *flag)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = epoch_exposed(&v->epoch, v);
  if (error) return error;
  rank_meet();
  *flag = v->rma->exposed.pending == 0;
  if (!rank_polled_for(*flag, &v->rma->exposed)) return 0;
  tell_epoch(v, OBSERVED_WAIT, 0);
  rma_waited(v->rma);
  epoch_unexpose(&v->epoch);
  tell_sync(v, OBSERVED_PRIVATE);
  return 0;
}

/* --- passive target --- */

static int check_rank(const struct window_view *v, int rank)
{
  if (rank >= 0 && rank < v->window->size) return 0;
  return fault(MPI_ERR_RANK,
               " on %s: rank is %s; the ranks of the window are 0 to %d "
               "[MPI-4.1 12.5.3]",
               window_label(v), rank_word(rank), v->window->size - 1);
}

/* Self locks nobody, and nobody locks the target. */
static int check_locks_allowed(const struct window_view *v, int target)
{
  const struct window *w = v->window;
  if (!w->rules.no_locks) return 0;
  int by = v->rules.no_locks ? v->rank : target;
  if (!w->views[by].rules.no_locks) return 0;
  char rank[32] = "";
  if (by != v->rank) snprintf(rank, sizeof rank, " by rank %d of it", by);
  return fault(MPI_ERR_RMA_SYNC,
               " on %s, which was created with the info key no_locks%s "
               "[MPI-4.1 12.2.1]",
               window_label(v), rank);
}

static int check_all_allowed(const struct window_view *v)
{
  const struct window *w = v->window;
  int error = 0;
  if (!w->rules.no_locks) return 0;
  for (int i = 0; i < w->size && !error; i++)
    error = check_locks_allowed(v, i);
  return error;
}

int api_Win_lock(int type, int rank, int assertion, MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE)
    return fault(MPI_ERR_LOCKTYPE,
                 ": lock_type is %d, neither MPI_LOCK_SHARED nor "
                 "MPI_LOCK_EXCLUSIVE [MPI-4.1 12.5.3]",
                 type);
  error = check_assert(assertion, MPI_MODE_NOCHECK);
  if (error || rank == MPI_PROC_NULL) return error;
  error = check_rank(v, rank);
  if (!error) error = check_locks_allowed(v, rank);
  if (error) return error;
  struct peer *p = rma_peer(v->rma, rank);
  error = rma_check_lock(p, type, assertion);
  if (error) return error;
  error = epoch_lock(&v->epoch, &p->lock, rank, rank == v->rank, type,
                     assertion, v);
  if (error) return error;
  v->epoch.locked_at = v->epoch.locked == 1 ? self->call->site : NULL;
  if (observers_hear.issue) peer_extra(p)->opened = self->call->site;
  tell_lock(v, OBSERVED_LOCK, rank, p->lock);
  rma_lock(p);
  tell_sync(v, OBSERVED_PRIVATE);
  return 0;
}

int api_Win_unlock(int rank, MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error || rank == MPI_PROC_NULL) return error;
  error = check_rank(v, rank);
  if (error) return error;
  struct peer *p = rma_peer(v->rma, rank);
  struct lock_state held = p->lock;
  error = epoch_unlock(&v->epoch, &p->lock, rank, v);
  if (error) return error;
  tell_lock(v, OBSERVED_CLOSE, rank, held);
  rma_unlock(p, held);
  if (held.nocheck) tell_sync(v, OBSERVED_PUBLIC);
  return 0;
}

int api_Win_lock_all(int assertion, MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = check_assert(assertion, MPI_MODE_NOCHECK);
  if (!error) error = check_all_allowed(v);
  if (!error) error = epoch_lock_all(&v->epoch, v);
  if (error) return error;
  v->epoch.opened = self->call->site;
  tell_locks(v, OBSERVED_LOCK, assertion & MPI_MODE_NOCHECK);
  rma_lock_all(v->rma, assertion);
  tell_sync(v, OBSERVED_PRIVATE);
  return 0;
}

int api_Win_unlock_all(MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = epoch_unlock_all(&v->epoch, v);
  if (error) return error;
  tell_locks(v, OBSERVED_CLOSE, v->rma->unchecked);
  tell_sync(v, OBSERVED_PUBLIC);
  rma_unlock_all(v->rma);
  tell_sync(v, OBSERVED_PUBLIC); /* of what has been fetched, too */
  return 0;
}

/* --- flushes --- */

static int flush_one(int rank, MPI_Win win, void (*flush)(struct peer *))
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error || rank == MPI_PROC_NULL) return error;
  error = check_rank(v, rank);
  if (error) return error;
  struct peer *p = rma_peer(v->rma, rank);
  error = epoch_flush(&v->epoch, &p->lock, rank, v);
  if (error) return error;
  flush(p);
  return 0;
}

static int flush_every(MPI_Win win, void (*flush)(struct rma *))
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = epoch_passive(&v->epoch, v);
  if (error) return error;
  flush(v->rma);
  return 0;
}

int api_Win_flush(int rank, MPI_Win win)
{
  return flush_one(rank, win, rma_flush);
}

int api_Win_flush_all(MPI_Win win)
{
  return flush_every(win, rma_flush_all);
}

int api_Win_flush_local(int rank, MPI_Win win)
{
  return flush_one(rank, win, rma_flush_local);
}

int api_Win_flush_local_all(MPI_Win win)
{
  return flush_every(win, rma_flush_local_all);
}

/* Public and private copy are the same memory (MPI_WIN_UNIFIED): what is left
 * is that time passes, for programs that poll. */
int api_Win_sync(MPI_Win win)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = epoch_passive(&v->epoch, v);
  if (error) return error;
  rank_poll();
  tell_sync(v, OBSERVED_PUBLIC | OBSERVED_PRIVATE);
  return 0;
}
