/* What synchronisation tells the observers: completions, and the carriers of
 * order that MPI guarantees, no more of it and no less. [MPI-4.1 12.5, 12.7]
 *
 *   fence      all -> all. With MPI_MODE_NOPRECEDE it need not be a barrier:
 *              then an operation of the epoch only comes after its target's
 *              call of that fence
 *   post       -> the operations of the epoch, but not what else the origin
 *              does after its start, unless its complete has brought it
 *              something from there; none with MPI_MODE_NOCHECK
 *   complete   -> the target's wait or successful test
 *   unlock     of an exclusive lock -> every later lock of that target; of a
 *              shared one -> every later exclusive lock. A lock call may
 *              return before the lock is there, but for what its rank may load
 *              from: the operations of the epoch have it, and the origin itself
 *              knows when it has got something from there, flushed or
 *              unlocked. Without an operation there need be no lock at all.
 *
 * Who unlocks an exclusive lock has acquired all that was released before, so
 * its own release replaces that. Carriers belong to the target's view of the
 * window. Invariant: a carrier is released to before its acquirer can know. */
#include "told.h"

#include "../rank/observed.h"

#include <stdlib.h>

enum family { POSTED = 1, COMPLETED, FENCED, ALL_FENCED, EXCLUSIVE, SHARED };

static struct observed_carrier carrier(enum family family,
                                       const struct window *w, int target,
                                       int origin, unsigned epoch)
{
  return (struct observed_carrier){.object = &w->views[target],
                                   .number = (uint64_t)family << 56 |
                                             (uint64_t)(uint32_t)origin << 32 |
                                             epoch};
}

/* --- locks --- */

/* A target's locks: is there an exclusive, a shared unlock to tell of? And what
 * the checker keeps of them. */
struct unlocks {
  bool exclusive, shared;
  struct carrier *kept[2];
};

static struct unlocks *unlocks_of(const struct peer *p)
{
  struct window *w = p->rma->window;
  if (!w->unlocks) w->unlocks = xaligned(w->size * sizeof *w->unlocks);
  return &w->unlocks[p->target];
}

static struct observed_carrier unlock_carrier(enum family family,
                                              struct window *w, int target,
                                              struct unlocks *u)
{
  struct observed_carrier c = carrier(family, w, target, 0, 0);
  c.kept = &u->kept[family == SHARED];
  if (family == SHARED) c.waiting = &w->unlocked;
  return c;
}

static struct observed_carrier lock_carrier(enum family family,
                                            const struct peer *p)
{
  return unlock_carrier(family, p->rma->window, p->target, unlocks_of(p));
}

/* The strand knows that the lock is there, or was. */
static void acquire(struct peer *p, int type, const struct strand *by)
{
  const struct window *w = p->rma->window;
  if (p->joined) return;
  p->joined = true;
  if (type == MPI_LOCK_SHARED && !w->excluded) return;
  const struct unlocks *u = unlocks_of(p);
  if (u->exclusive) OBSERVE_ORDER(ACQUIRE, by, lock_carrier(EXCLUSIVE, p));
  if (u->shared && type == MPI_LOCK_EXCLUSIVE)
    OBSERVE_ORDER(ACQUIRE, by, lock_carrier(SHARED, p));
}

static void set_fetches(struct peer *p, bool fetches)
{
  p->rma->fetching += fetches - p->fetches;
  p->fetches = fetches;
}

void told_locked(struct peer *p, int type, bool there)
{
  p->used = there;
  if (there && observers_hear.order) acquire(p, type, self->strand);
}

void told_unlocked(struct peer *p, int type, const struct wait *done)
{
  if (!told_heard()) return;
  if (p->rma->pends)
    OBSERVE(completion, .kind = OBSERVED_REMOTE, OBSERVED_OF(done->by),
            .window = p->rma->view, .target = p->target,
            .pair = peer_checked(p), .date = engine_now());
  if (!p->rma->unlocks_all)
    OBSERVE(sync, OBSERVED_OF(done->by), .window = p->rma->view,
            .copies = OBSERVED_PUBLIC);
  if (!observers_hear.order || !p->used) return;
  const struct strand *by = done->by;
  struct unlocks *u = unlocks_of(p);
  acquire(p, type, by);
  p->joined = p->used = false;
  set_fetches(p, false);
  if (type == MPI_LOCK_SHARED) {
    u->shared = true;
    OBSERVE_ORDER(RELEASE, by, lock_carrier(SHARED, p));
    return;
  }
  if (u->shared) OBSERVE_ORDER(FORGET, by, lock_carrier(SHARED, p));
  u->shared = false;
  u->exclusive = p->rma->window->excluded = true;
  OBSERVE_ORDER(REPLACE, by, lock_carrier(EXCLUSIVE, p));
}

void told_unlock_foreseen(struct peer *p, const struct wait *done, int stage)
{
  if (stage == 1) {
    memory_ask_to_write(p);
    memory_ask(peer_checked(p));
    memory_ask(done);
  } else if (stage == 2) {
    memory_ask(p->rma);
    memory_ask(done->by);
  } else {
    if (p->rma->pends) memory_ask(observed_call(done->by));
    if (p->rma->window->unlocks)
      memory_ask_to_write(&p->rma->window->unlocks[p->target]);
  }
}

/* What has completed had the lock. */
static void join(struct peer *p)
{
  if (p->share == SHARE_HELD)
    acquire(p, MPI_LOCK_SHARED, self->strand);
  else if (p->lock.type && p->used)
    acquire(p, p->lock.type, self->strand);
}

/* Shared locks of all targets follow nothing where no lock was exclusive. */
static void join_all(const struct rma *m, bool fetched)
{
  if (m->view->epoch.all_locked && !m->window->excluded) return;
  for (uint32_t i = 0; i < m->peers.count; i++) {
    struct peer *p = rma_next_peer(m, i);
    if (p->fetches || !fetched) join(p);
  }
}

/* --- completion --- */

/* No peer: to all. */
static void told_complete_to(const struct rma *m, struct peer *p,
                             enum observed_completion_kind kind)
{
  OBSERVE(completion, .kind = kind, OBSERVED_SELF, .window = m->view,
          .target = p ? p->target : -1, .pair = p ? peer_checked(p) : NULL,
          .date = self->time);
}

void told_flush(struct rma *m, struct peer *p)
{
  told_complete_to(m, p, OBSERVED_REMOTE);
  if (!p) m->pends = self->main.next; /* another thread may not know of it */
  if (!observers_hear.order) return;
  if (p)
    join(p);
  else
    join_all(m, false);
}

void told_flush_local(const struct rma *m, struct peer *p)
{
  told_complete_to(m, p, OBSERVED_LOCAL);
  if (!observers_hear.order) return;
  if (!p && m->fetching)
    join_all(m, true);
  else if (p && p->fetches)
    join(p);
}

void told_fetched(struct peer *p)
{
  if (observers_hear.order) join(p);
}

/* --- fence --- */

void told_fence_enter(const struct rma *m)
{
  const struct window *w = m->view->window;
  const struct epoch *e = &m->view->epoch;
  OBSERVE(sync, OBSERVED_SELF, .window = m->view, .copies = OBSERVED_PUBLIC);
  if (e->noprecede)
    OBSERVE_ORDER(RELEASE, self->strand,
                  carrier(FENCED, w, m->view->rank, 0, e->fences),
                  .releases = 1);
  else
    OBSERVE_ORDER(RELEASE, self->strand,
                  carrier(ALL_FENCED, w, 0, 0, e->fences), .releases = w->size,
                  .acquires = w->size);
}

void told_fence_leave(struct rma *m)
{
  const struct window *w = m->view->window;
  const struct epoch *e = &m->view->epoch;
  if (m->fenced) /* everybody has left that epoch */
    OBSERVE_ORDER(FORGET, self->strand,
                  carrier(FENCED, w, m->view->rank, 0, m->fenced));
  m->fenced = e->noprecede ? e->fences : 0;
  if (!e->noprecede)
    OBSERVE_ORDER(ACQUIRE, self->strand,
                  carrier(ALL_FENCED, w, 0, 0, e->fences));
}

/* --- post, start, complete, wait --- */

/* The n-th post or complete, from one rank to another alone. */
static struct observed_carrier paired(enum family family, struct peer *from,
                                      unsigned n)
{
  int me = from->rma->view->rank, there = from->target;
  bool posts = family == POSTED;
  struct observed_carrier c = carrier(
      family, from->rma->window, posts ? me : there, posts ? there : me, n);
  c.kept = &peer_room(from)->carriers;
  return c;
}

void told_post(struct peer *to)
{
  if (peer_seen(to)->trusting) return;
  OBSERVE_ORDER(RELEASE, self->strand,
                paired(POSTED, to, peer_seen(to)->exposures), .releases = 1);
}

void told_complete(struct peer *to)
{
  OBSERVE_ORDER(RELEASE, self->strand,
                paired(COMPLETED, to, peer_seen(to)->ended), .releases = 1,
                .acquires = 1);
}

/* Who waits at one target does not know that those to others are complete. But
 * who has got something from there comes after the post. */
void told_completed(const struct rma *m, struct peer *to)
{
  told_complete_to(m, to, OBSERVED_CLOSED);
  if (!to->fetches) return;
  set_fetches(to, false);
  OBSERVE_ORDER(ACQUIRE, self->strand,
                paired(POSTED, peer_mirror(to), peer_seen(to)->begun));
}

void told_waited(struct peer *from)
{
  unsigned n = peer_seen(from)->exposures;
  struct peer *mirror = peer_mirror(from);
  if (!peer_seen(from)->trusting)
    OBSERVE_ORDER(FORGET, self->strand, paired(POSTED, from, n));
  OBSERVE_ORDER(ACQUIRE, self->strand, paired(COMPLETED, mirror, n));
  OBSERVE(completion, .kind = OBSERVED_EXPOSED, OBSERVED_SELF,
          .window = from->rma->view, .target = mirror->target,
          .origin = from->target, .pair = peer_checked(mirror),
          .date = self->time);
}

/* --- operations --- */

static void admit(struct operation *o, struct observed_carrier after)
{
  OBSERVE(admission, .number = o->number, .kept = &o->kept, .after = after);
}

__attribute__((noinline)) void told_admitted_heard(struct operation *o)
{
  if (o->shares)
    admit(o, lock_carrier(EXCLUSIVE, o->peer));
  else
    admit(o, paired(POSTED, peer_mirror(o->peer), o->begun));
}

/* Admitted by a lock that the operation has, whatever its origin knows. */
static void admit_locked(struct operation *o)
{
  const struct peer *p = o->peer;
  const struct unlocks *u = unlocks_of(p);
  if (p->joined || p->lock.nocheck) return;
  if (u->exclusive) admit(o, lock_carrier(EXCLUSIVE, p));
  if (u->shared && p->lock.type == MPI_LOCK_EXCLUSIVE)
    admit(o, lock_carrier(SHARED, p));
}

__attribute__((noinline)) void told_issued_heard(struct operation *o)
{
  struct peer *p = o->peer;
  const struct window *w = p->rma->window;
  const struct epoch *e = &p->rma->view->epoch;
  p->rma->pends = true;
  p->used |= o->shares || (p->lock.type && !p->lock.nocheck);
  bool posted = e->started && !p->rma->unchecked;
  if ((p->used || posted) && operation_fetches(o)) set_fetches(p, true);
  if (o->waits || !observers_hear.admission) return;
  if (o->shares && w->excluded && unlocks_of(p)->exclusive)
    admit(o, lock_carrier(EXCLUSIVE, p));
  else if (p->lock.type)
    admit_locked(o);
  else if (posted)
    admit(o, paired(POSTED, peer_mirror(p), o->begun));
  else if (!e->started && !e->all_locked && e->noprecede)
    admit(o, carrier(FENCED, w, p->target, 0, e->fences));
}

/* --- the end of a window --- */

void told_window_end(struct window *w)
{
  if (w->unlocked)
    OBSERVE_ORDER(FORGET, self->strand,
                  (struct observed_carrier){.waiting = &w->unlocked});
  for (int i = 0; observers_hear.order && i < w->size; i++) {
    struct unlocks *u = w->unlocks ? &w->unlocks[i] : NULL;
    const struct rma *m = w->views[i].rma;
    if (u && u->exclusive)
      OBSERVE_ORDER(FORGET, self->strand, unlock_carrier(EXCLUSIVE, w, i, u));
    if (u && u->shared)
      OBSERVE_ORDER(FORGET, self->strand, unlock_carrier(SHARED, w, i, u));
    if (m->fenced)
      OBSERVE_ORDER(FORGET, self->strand, carrier(FENCED, w, i, 0, m->fenced));
  }
  free(w->unlocks);
}
