/* Locks: a queue at each target, shared or exclusive, first come first served.
 *
 * A lock is a request to the target and a grant back (2 latencies); an unlock
 * completes the epoch's operations and releases with a notice. Win_lock_all
 * sends nothing: the first operation to a target asks for the shared lock on
 * its way, waits there if it must, and unlock_all releases what was taken; its
 * cost is that of the targets used, not of the window's size. What the rank
 * may load from and store to is locked at once, since loads and stores ask
 * nobody: its own part, and all of a shared window. Invariant: a queue's
 * waiters wait only while the head cannot be granted. [MPI-4.1 12.5.3] */
#include "deferred.h"
#include "lock.h"
#include "notice.h"
#include "operation.h"
#include "rma.h"
#include "told.h"

#include "../choice.h"
#include "../cost/cost.h"
#include "../where/where.h"
#include "../../model/error/fault.h"
#include "../../model/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct lock_queue {
  const struct peer *exclusive; /* the holder's */
  int shared;                   /* holders */
  struct lock_request *first, *last;
};

struct lock_queue *lock_queues_new(int size)
{
  return xaligned(size * sizeof(struct lock_queue));
}

void lock_queues_free(struct lock_queue *queues)
{
  free(queues);
}

static struct lock_queue *queue_of(const struct peer *p)
{
  return &p->rma->window->locks[p->target];
}

static bool grantable(const struct lock_queue *q, int type)
{
  if (q->exclusive) return false;
  return type == MPI_LOCK_SHARED || q->shared == 0;
}

/* Who holds it exclusively is not looked at. */
static void hold(struct lock_queue *q, struct peer *p, int type)
{
  if (type == MPI_LOCK_EXCLUSIVE) {
    q->exclusive = p;
    return;
  }
  q->shared++;
  if (p->share == SHARE_ASKED) p->share = SHARE_HELD;
}

static void enqueue(struct lock_queue *q, struct lock_request *r)
{
  r->next = NULL;
  if (q->last)
    q->last->next = r;
  else
    q->first = r;
  q->last = r;
}

/* Take one that can be granted out of the queue: the first, unless a choice
 * says otherwise. */
static struct lock_request *next_waiter(struct lock_queue *q)
{
  int outcomes = 1, skip;
  struct lock_request *before = NULL, *r = q->first;
  for (r = r->next; r && choices_left(); r = r->next)
    outcomes += grantable(q, r->type);
  skip = choose(CHOICE_LOCK, outcomes);
  for (r = q->first; r->next; r = r->next) {
    if (grantable(q, r->type) && skip-- == 0) break;
    before = r;
  }
  *(before ? &before->next : &q->first) = r->next;
  if (q->last == r) q->last = before;
  return r;
}

/* Grant what the head of the queue allows, after a release. */
static void grant_waiters(struct lock_queue *q)
{
  while (q->first && grantable(q, q->first->type)) {
    struct lock_request *r = next_waiter(q);
    hold(q, r->peer, r->type);
    if (r->carried)
      operations_shared(r->peer);
    else
      notice_answer(container_of(r, struct notice, request));
  }
}

/* --- one target --- */

void lock_effect(struct notice *n)
{
  struct lock_queue *q = n->queue;
  n->hardware = false; /* the grant is data that comes back */
  if (q->first || !grantable(q, n->value)) {
    n->request = (struct lock_request){.peer = n->peer, .type = n->value};
    enqueue(q, &n->request);
    return;
  }
  hold(q, n->peer, n->value);
  notice_answer(n);
}

void unlock_effect(struct notice *n)
{
  struct lock_queue *q = n->queue;
  told_unlocked(n->peer, n->value, n->returned);
  if (n->after) n->peer->share = SHARE_NONE;
  if (n->value == MPI_LOCK_SHARED)
    q->shared--;
  else
    q->exclusive = NULL;
  grant_waiters(q);
  notice_answer(n);
}

/* Who waits, and is answered next; its request is in its notice. */
void lock_foresee(const struct lock_queue *q)
{
  const struct lock_request *r = q->first;
  if (!r) return;
  memory_ask(r);
  if (!r->carried) memory_ask(container_of(r, struct notice, request));
}

/* --- in words --- */

static bool waits_in(const struct lock_queue *q, const struct peer *p)
{
  const struct lock_request *r = q->first;
  while (r && r->peer != p)
    r = r->next;
  return r;
}

static bool may_share(const struct peer *p)
{
  if (p->share != SHARE_NONE) return true;
  return p->lock.type == MPI_LOCK_SHARED && !p->lock.nocheck;
}

static const struct peer *member(const struct peer *p, int i)
{
  const struct rma *m = p->rma->window->views[i].rma;
  return m ? rma_known_peer(m, p->target) : NULL;
}

/* The first member that shares the lock of the peer's target. Thousands may
 * ask one after the other, most often for the same. */
static const struct peer *sharer(const struct peer *p)
{
  static struct {
    const struct lock_queue *queue;
    const struct lock_request *last;
    double date;
    int member;
  } found;
  const struct lock_queue *q = queue_of(p);
  const struct peer *of = NULL;
  int size = p->rma->window->size;
  if (found.queue == q && found.last == q->last && found.date == engine_now() &&
      found.member < size)
    of = member(p, found.member);
  if (of && may_share(of)) return of;
  for (int i = 0; i < size; i++) {
    of = member(p, i);
    if (!of || !may_share(of) || waits_in(q, of)) continue;
    found.queue = q;
    found.last = q->last;
    found.date = engine_now();
    found.member = i;
    return of;
  }
  return NULL;
}

enum { HOLDER = 256 };

/* "rank 1 (MPI_Win_lock at halo.c:20)", where the place is known: who is about
 * to unlock may have another lock by now. */
static const char *holder_name(const struct peer *p, char text[HOLDER])
{
  const struct epoch *e = &p->rma->view->epoch;
  const void *at =
      p->extra && p->extra->opened ? p->extra->opened : e->locked_at;
  int used = snprintf(text, HOLDER, "rank %d", p->rma->rank->id);
  if (e->all_locked) at = e->opened;
  if (at && (p->lock.type || e->all_locked))
    snprintf(text + used, HOLDER - used, " (%s at %s)",
             e->all_locked ? "MPI_Win_lock_all" : "MPI_Win_lock",
             where_call(at));
  return text;
}

/* Others share the lock, and this one might, too, if nobody who excludes them
 * came first. */
static const struct peer *before(const struct lock_queue *q,
                                 const struct peer *p)
{
  return may_share(p) && q->first && q->first->peer != p ? q->first->peer
                                                         : NULL;
}

static void shared_explain(const struct lock_queue *q, const struct peer *p,
                           char *text, size_t size)
{
  const struct peer *holder = sharer(p), *first = before(q, p);
  size_t used = 0;
  char name[HOLDER];
  if (!holder)
    used = snprintf(text, size, ", shared by %d", q->shared);
  else if (q->shared > 1)
    used = snprintf(text, size, ", shared by %s and %d more",
                    holder_name(holder, name), q->shared - 1);
  else
    used = snprintf(text, size, ", shared by %s", holder_name(holder, name));
  if (first && used < size)
    snprintf(text + used, size - used,
             ", behind rank %d, which asks for it exclusively",
             first->rma->rank->id);
  if (first) holder = first;
  if (holder) explain_whom(holder->rma->rank->id);
}

void lock_explain(const struct peer *p, char *text, size_t size)
{
  const struct lock_queue *q = queue_of(p);
  const char *window = window_label(p->rma->view);
  char rank[EXPLAIN_RANK];
  char holder[HOLDER];
  char by[2 * HOLDER] = ""; /* if not: the request or answer is under way */
  if (q->exclusive) explain_whom(q->exclusive->rma->rank->id);
  if (q->exclusive)
    snprintf(by, sizeof by, ", held by %s", holder_name(q->exclusive, holder));
  else if (q->shared)
    shared_explain(q, p, by, sizeof by);
  snprintf(text, size, "the lock of %s of %s%s", peer_number(p, rank), window,
           by);
}

static void explain_lock(const struct counter *c, char *text, size_t size)
{
  lock_explain(c->about, text, size);
}

bool lock_held(const struct rma *m)
{
  const struct lock_queue *q = &m->view->window->locks[m->view->rank];
  return q->exclusive || q->shared;
}

int rma_check_lock(const struct peer *p, int type, int assertion)
{
  const struct rma *m = p->rma;
  const struct window *w = m->window;
  const struct window_view *there = &w->views[p->target];
  const struct lock_queue *q = queue_of(p);
  if (m->view->epoch.all_locked || p->lock.type) return 0;
  if (w->posting && there->epoch.posted && !there->rma->exposed.waiting)
    return fault(MPI_ERR_RMA_SYNC,
                 " of rank %d of %s, which has called MPI_Win_post and not yet "
                 "MPI_Win_wait [MPI-4.1 12.5.3]",
                 p->target, window_label(m->view));
  if (!(assertion & MPI_MODE_NOCHECK) || grantable(q, type)) return 0;
  return fault(MPI_ERR_ASSERT,
               " of rank %d of %s with MPI_MODE_NOCHECK, but %s of it is held "
               "by another rank [MPI-4.1 12.5.5]",
               p->target, window_label(m->view),
               q->exclusive ? "an exclusive lock" : "a shared lock");
}

/* May the lock protect loads and stores of its origin? Then the call waits for
 * it, by the standard, too. */
static bool loads_from(const struct peer *p)
{
  const struct window *w = p->rma->window;
  return peer_world(p) == self->id || window_shared(w);
}

static void request(struct peer *p, int type, struct wait *granted)
{
  notice_send(p, NOTICE_LOCK, type, 0, granted)->queue = queue_of(p);
}

/* The next call is for the same target. */
static bool granted_over(struct steps *s)
{
  const struct peer *p = s->counter.about;
  if (!answers_over(s)) return false;
  memory_ask(&p->rma->window->exposures[p->target]);
  return true;
}

void rma_lock(struct peer *p)
{
  if (p->lock.nocheck) return;
  struct wait *granted = wait_new(p->rma, granted_over, explain_lock, p);
  rank_meet();
  request(p, p->lock.type, granted);
  wait_run(granted);
  if (told_heard()) told_locked(p, p->lock.type, loads_from(p));
}

/* The release follows the operations, and so completes them under `message`;
 * under `rdma` they are complete when it is sent, and it needs nothing of the
 * pair any more. */
static void release(struct peer *p, int type, struct wait *done)
{
  unsigned after = cost.protocol == PROTOCOL_RDMA ? 0 : p->local.count;
  p->unflushed = false;
  if (after == 0) p->share = SHARE_NONE;
  struct notice *n = notice_send(p, NOTICE_UNLOCK, type, after, done);
  n->queue = queue_of(p);
}

static void explain_release(const struct counter *c, char *text, size_t size)
{
  const struct wait *w = container_of(c, const struct wait, steps.counter);
  snprintf(text, size, "the release of %ld lock%s of %s", c->pending,
           c->pending == 1 ? "" : "s", window_label(w->rma->view));
}

static bool unlock_over(struct steps *s)
{
  struct wait *w = wait_of(s);
  struct peer *p = (struct peer *)s->counter.about;
  if (!known_over(w, p)) return false;
  wait_for_answers(w, explain_release);
  release(p, p->exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, w);
  return false;
}

void rma_unlock(struct peer *p, struct lock_state held)
{
  if (held.nocheck) {
    rma_flush(p);
    return;
  }
  p->exclusive = held.type == MPI_LOCK_EXCLUSIVE;
  deferred_begin(p);
  if (completion_pending(&p->remote)) engine_unready(); /* first: release() */
  wait_run(wait_for_known(unlock_over, p->rma, p));
}

/* --- all targets --- */

bool lock_share(struct peer *p)
{
  struct lock_queue *q = queue_of(p);
  if (p->share == SHARE_HELD) return true;
  if (p->share == SHARE_ASKED) return false;
  p->share = SHARE_ASKED;
  if (q->first || !grantable(q, MPI_LOCK_SHARED)) {
    struct lock_request *r = &peer_extra(p)->request;
    *r = (struct lock_request){p, MPI_LOCK_SHARED, true, NULL};
    enqueue(q, r);
    return false;
  }
  hold(q, p, MPI_LOCK_SHARED);
  return true;
}

const struct peer *lock_unshared(const struct rma *m)
{
  for (int i = 0; i < m->view->window->size; i++) {
    const struct peer *p = rma_known_peer(m, i);
    if (p && p->share == SHARE_ASKED) return p;
  }
  return NULL;
}

static void explain_share(const struct counter *c, char *text, size_t size)
{
  const struct peer *p = lock_unshared(c->about);
  if (p) lock_explain(p, text, size);
}

static void share_now(struct peer *p, struct wait *granted)
{
  p->share = SHARE_ASKED;
  p->shares = true;
  request(p, MPI_LOCK_SHARED, granted);
}

void rma_lock_all(struct rma *m, int assertion)
{
  m->unchecked = assertion & MPI_MODE_NOCHECK;
  if (m->unchecked) return;
  struct wait *granted = wait_new(m, answers_over, explain_share, m);
  bool all = m->view->window->flavor == MPI_WIN_FLAVOR_SHARED;
  rank_meet();
  for (int i = 0; all && i < m->view->window->size; i++)
    share_now(rma_peer(m, i), granted);
  if (!all) share_now(rma_peer(m, m->view->rank), granted);
  wait_run(granted);
  for (int i = 0; all && i < m->view->window->size; i++)
    told_locked(rma_peer(m, i), MPI_LOCK_SHARED, true);
  if (!all) told_locked(rma_peer(m, m->view->rank), MPI_LOCK_SHARED, true);
}

void rma_unlock_all(struct rma *m)
{
  if (m->unchecked) {
    rma_flush_all(m);
    return;
  }
  deferred_begin_all(m);
  rma_wait_known(m);
  struct wait *done = wait_new(m, answers_over, explain_release, NULL);
  m->unlocks_all = true;
  for (uint32_t i = 0; i < m->peers.count; i++) {
    struct peer *p = rma_next_peer(m, i);
    if (p->shares) release(p, MPI_LOCK_SHARED, done);
    p->shares = false;
  }
  wait_run(done);
  m->unlocks_all = false;
}
