/* Batches: operations of one origin to one target that complete together.
 *
 * An operation is a fork that is joined later: the origin's buffers are busy
 * until local completion, the target's memory until remote completion, each a
 * stamp of the strand that learns of it. A flush stamps one batch, not each of
 * its operations. Invariant: a peer's `current` batch has neither completion;
 * `partial` are those that miss the remote one; `closed` are epochs of
 * Win_start that wait for the target's Win_wait, the oldest first; a peer
 * lives as long as it has any of them. */
#include "batch.h"

#include "hash.h"
#include "location.h"
#include "memory.h"

#include "../map.h"
#include "../memory.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>

struct batches {
  struct batch *last; /* its next one is the first */
};

struct closed {
  struct batches batches;
  struct closed *next;
};

struct peer {
  struct hash_node node;
  const struct window_view *view; /* the origin's */
  int target;
  struct batch *current;   /* NULL: none begun */
  uint64_t number;         /* of its first operation, which was issued ... */
  const struct caller *by; /* ... by this call ... */
  int strand;              /* ... of this strand */
  struct batches partial;
  struct batches done; /* that not all strands of the rank know of */
  struct closed *closed;
  struct peer **at, *next; /* of its origin and window */
};

static struct hash peers; /* by view and target */
static struct pool pool = POOL(struct peer);
static struct map firsts; /* of a view: struct first */
struct first {
  struct peer *peer;
};

static struct hash_key key_of(const struct window_view *view, int target)
{
  return (struct hash_key){(uintptr_t)view, (uint64_t)target};
}

static struct first *first_of(const struct window_view *view)
{
  struct first *f = map_find(&firsts, (uintptr_t)view);
  if (!f) map_add(&firsts, (uintptr_t)view, f = xcalloc(1, sizeof *f));
  return f;
}

static struct peer *peer_find(const struct window_view *view, int target)
{
  return hash_find(&peers, key_of(view, target));
}

static struct peer *peer_made(const struct window_view *view, int target)
{
  struct peer *p = peer_find(view, target);
  if (p) return p;
  struct first *f = first_of(view);
  p = pool_take(&pool);
  *p = (struct peer){.node.key = key_of(view, target),
                     .view = view,
                     .target = target,
                     .at = &f->peer,
                     .next = f->peer};
  if (p->next) p->next->at = &p->next;
  f->peer = p;
  hash_add(&peers, &p->node);
  return p;
}

static void peer_drop(struct peer *p)
{
  hash_take(&peers, key_of(p->view, p->target));
  *p->at = p->next;
  if (p->next) p->next->at = p->at;
  pool_give(&pool, p);
}

/* Let it go if nothing of it is to come. */
static void peer_settle(struct peer *p)
{
  if (!p->current && !p->partial.last && !p->done.last && !p->closed)
    peer_drop(p);
}

static struct batch *batch_begun(const struct observed_issue *e)
{
  const struct window *w = e->window->window;
  struct batch *g = batch_new();
  g->window = e->window;
  g->target = e->target;
  g->target_world = group_world(w->comm->group, e->target);
  g->epoch = (uint8_t)e->epoch;
  g->opened = e->opened;
  return g;
}

struct batch *batch_current(const struct observed_issue *e)
{
  struct peer *p = peer_made(e->window, e->target);
  if (p->current) return p->current;
  p->number = e->number;
  p->by = caller_of(e->call, e->site);
  p->strand = e->strand.number;
  return p->current = batch_begun(e);
}

bool batch_pending(const struct window_view *view, int target)
{
  const struct peer *p = peer_find(view, target);
  return p && p->current;
}

bool batch_first(const struct window_view *view, struct batch_first *first)
{
  const struct peer *found = NULL;
  for (const struct peer *p = first_of(view)->peer; p; p = p->next)
    if (p->current && (!found || p->number < found->number)) found = p;
  if (!found) return false;
  int rank = group_world(view->window->comm->group, view->rank);
  struct spot by = {found->by->what, found->by->site, rank, found->strand};
  *first = (struct batch_first){by, found->target};
  return true;
}

static void batches_add(struct batches *g, struct batch *one)
{
  one->next = g->last ? g->last->next : one;
  if (g->last) g->last->next = one;
  g->last = one;
}

/* All of them, chained up to a NULL. */
static struct batch *batches_take(struct batches *g)
{
  struct batch *last = g->last, *first = last ? last->next : NULL;
  if (last) last->next = NULL;
  g->last = NULL;
  return first;
}

/* --- completion --- */

/* What is told: that a call completes what pends, and who learns of it. */
struct told {
  enum observed_completion_kind kind;
  struct completion *completion;
  struct check_strand *strand;
};

static void batch_locally(struct batch *g, const struct told *t)
{
  if (!g->local) memory_unwatch(&g->watched);
  complete(&g->local, t->completion);
  location_fetched_all(&g->fetched, t->strand);
}

static void batch_remotely(struct batch *g, const struct told *t)
{
  batch_locally(g, t);
  complete(&g->remote, t->completion);
}

/* Other strands of the rank learn it too, each by a call of its own: they go to
 * `done` then. */
static void batches_remotely(struct batches *g, struct batches *done,
                             const struct told *t)
{
  struct batch *next;
  for (struct batch *one = batches_take(g); one; one = next) {
    next = one->next;
    batch_remotely(one, t);
    if (strand_alone(t->strand->rank))
      batch_unref(one);
    else
      batches_add(done, one);
  }
}

/* Those of whose operations nothing is recorded any more are let go. */
static void batches_again(struct batches *done, const struct told *t)
{
  struct batch *next;
  for (struct batch *g = batches_take(done); g; g = next) {
    next = g->next;
    batch_remotely(g, t);
    if (g->references > 1)
      batches_add(done, g);
    else
      batch_unref(g);
  }
}

static void current_is_partial(struct peer *p, const struct told *t)
{
  if (!p->current) return;
  batch_locally(p->current, t);
  batches_add(&p->partial, p->current);
  p->current = NULL;
}

static void peer_close(struct peer *p)
{
  struct closed *c = xcalloc(1, sizeof *c);
  c->batches = p->partial;
  p->partial = (struct batches){0};
  struct closed **end = &p->closed;
  while (*end)
    end = &(*end)->next;
  *end = c;
}

/* Most often there is just one, and its operations end altogether. */
static bool complete_current(struct peer *p, const struct told *t)
{
  if (t->kind != OBSERVED_REMOTE || p->partial.last || p->done.last ||
      !p->current || !strand_alone(t->strand->rank))
    return false;
  batch_remotely(p->current, t);
  batch_unref(p->current);
  p->current = NULL;
  return true;
}

static void peer_complete(struct peer *p, const struct told *t)
{
  if (complete_current(p, t)) return;
  current_is_partial(p, t);
  if (p->done.last && t->kind == OBSERVED_REMOTE) batches_again(&p->done, t);
  if (t->kind == OBSERVED_REMOTE) batches_remotely(&p->partial, &p->done, t);
  if (t->kind == OBSERVED_CLOSED) peer_close(p);
}

static void exposed(const struct observed_completion *e, const struct told *t)
{
  const struct window_view *origin = &e->window->window->views[e->origin];
  struct peer *p = peer_find(origin, e->target);
  struct closed *c = p ? p->closed : NULL;
  if (!c) return;
  p->closed = c->next;
  batches_remotely(&c->batches, &p->done, t);
  free(c);
  peer_settle(p);
}

static void complete_all(const struct window_view *view, const struct told *t)
{
  struct peer *next;
  for (struct peer *p = first_of(view)->peer; p; p = next) {
    next = p->next;
    peer_complete(p, t);
    peer_settle(p);
  }
}

static void complete_one(const struct observed_completion *e,
                         const struct told *t)
{
  bool closes = e->kind == OBSERVED_CLOSED;
  struct peer *p = closes ? peer_made(e->window, e->target)
                          : peer_find(e->window, e->target);
  if (!p) return;
  peer_complete(p, t);
  peer_settle(p);
}

void batch_complete(const struct observed_completion *e)
{
  struct told t = {e->kind, completion_new(e->strand, e->call, e->site),
                   check_strand(e->strand)};
  if (e->kind == OBSERVED_EXPOSED)
    exposed(e, &t);
  else if (e->target < 0)
    complete_all(e->window, &t);
  else
    complete_one(e, &t);
  completion_unref(t.completion);
}

static void batches_free(struct batches *g)
{
  struct batch *next;
  for (struct batch *one = batches_take(g); one; one = next) {
    next = one->next;
    batch_unref(one);
  }
}

static void peer_end(struct peer *p)
{
  if (p->current) batch_unref(p->current);
  batches_free(&p->partial);
  batches_free(&p->done);
  while (p->closed) {
    struct closed *c = p->closed;
    p->closed = c->next;
    batches_free(&c->batches);
    free(c);
  }
  peer_drop(p);
}

void batch_forget(const struct window_view *view)
{
  struct first *f = first_of(view);
  while (f->peer)
    peer_end(f->peer);
}
