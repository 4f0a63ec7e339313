/* Batches: operations of one origin to one target that complete together.
 *
 * An operation is a fork that is joined later: the origin's buffers are busy
 * until local completion, the target's memory until remote completion, each a
 * stamp of the strand that learns of it. A flush stamps one batch, not each of
 * its operations. Invariant: a peer's `current` batch has neither completion;
 * `partial` are those that miss the remote one; `closed` are epochs of
 * Win_start that wait for the target's Win_wait, the oldest first. */
#include "batch.h"

#include "location.h"
#include "memory.h"

#include "../map.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

struct batches {
  struct batch **list;
  int count;
};

struct closed {
  struct batches batches;
  struct closed *next;
};

struct peer {
  struct batch *current; /* NULL: none begun */
  struct batches partial;
  struct batches done; /* that not all strands of the rank know of */
  struct closed *closed, *closed_last;
  bool open; /* in its side's list */
  struct peer *next_open;
};

/* One rank's operations on one window. */
struct side {
  struct map peers;  /* by target */
  struct peer *open; /* those with operations that are not complete */
};

static struct map sides; /* by window_view */

static struct side *side_of(const struct window_view *view)
{
  struct side *s = map_find(&sides, (uintptr_t)view);
  if (s) return s;
  s = xcalloc(1, sizeof *s);
  map_add(&sides, (uintptr_t)view, s);
  return s;
}

static struct peer *peer_of(struct side *s, int target)
{
  struct peer *p = map_find(&s->peers, target);
  if (p) return p;
  p = xcalloc(1, sizeof *p);
  map_add(&s->peers, target, p);
  return p;
}

struct batch *batch_current(const struct window_view *view, int target)
{
  struct side *s = side_of(view);
  struct peer *p = peer_of(s, target);
  if (!p->current) p->current = batch_new();
  if (!p->open) {
    p->open = true;
    p->next_open = s->open;
    s->open = p;
  }
  return p->current;
}

static void batches_add(struct batches *g, struct batch *one)
{
  g->list = xrealloc(g->list, (g->count + 1) * sizeof *g->list);
  g->list[g->count++] = one;
}

/* --- completion --- */

static void batch_locally(struct batch *g, const struct observed_completion *e)
{
  complete(&g->local, e->strand, e->call, e->site);
  while (g->watched) {
    struct act *a = g->watched;
    g->watched = a->next_watched;
    memory_unwatch(a);
    act_unref(a);
  }
  while (g->fetched) {
    struct act *a = g->fetched;
    g->fetched = a->next_fetched;
    location_fetched(a, check_strand(e->strand));
    act_unref(a);
  }
}

static void batch_remotely(struct batch *g, const struct observed_completion *e)
{
  batch_locally(g, e);
  complete(&g->remote, e->strand, e->call, e->site);
}

/* Other strands of the rank learn it too, each by a call of its own: they go to
 * `done` then. */
static void batches_remotely(struct batches *g, struct batches *done,
                             const struct observed_completion *e)
{
  for (int i = 0; i < g->count; i++) {
    batch_remotely(g->list[i], e);
    if (strand_alone(e->strand.rank))
      batch_unref(g->list[i]);
    else
      batches_add(done, g->list[i]);
  }
  free(g->list);
  *g = (struct batches){0};
}

/* Those of whose operations nothing is recorded any more are let go. */
static void batches_again(struct batches *done,
                          const struct observed_completion *e)
{
  int kept = 0;
  for (int i = 0; i < done->count; i++) {
    struct batch *g = done->list[i];
    batch_remotely(g, e);
    if (g->references > 1)
      done->list[kept++] = g;
    else
      batch_unref(g);
  }
  done->count = kept;
}

static void current_is_partial(struct peer *p,
                               const struct observed_completion *e)
{
  if (!p->current) return;
  batch_locally(p->current, e);
  batches_add(&p->partial, p->current);
  p->current = NULL;
}

static void peer_close(struct peer *p)
{
  struct closed *c = xcalloc(1, sizeof *c);
  c->batches = p->partial;
  p->partial = (struct batches){0};
  *(p->closed ? &p->closed_last->next : &p->closed) = c;
  p->closed_last = c;
}

/* Most often there is just one, and its operations end altogether. */
static bool complete_current(struct peer *p,
                             const struct observed_completion *e)
{
  if (e->kind != OBSERVED_REMOTE || p->partial.count || p->done.count ||
      !p->current || !strand_alone(e->strand.rank))
    return false;
  batch_remotely(p->current, e);
  batch_unref(p->current);
  p->current = NULL;
  return true;
}

static void peer_complete(struct peer *p, const struct observed_completion *e)
{
  if (complete_current(p, e)) return;
  current_is_partial(p, e);
  if (p->done.count && e->kind == OBSERVED_REMOTE) batches_again(&p->done, e);
  if (e->kind == OBSERVED_REMOTE) batches_remotely(&p->partial, &p->done, e);
  if (e->kind == OBSERVED_CLOSED) peer_close(p);
}

static void exposed(const struct observed_completion *e)
{
  const struct window_view *origin = &e->window->window->views[e->origin];
  struct peer *p = peer_of(side_of(origin), e->target);
  struct closed *c = p->closed;
  if (!c) return;
  p->closed = c->next;
  batches_remotely(&c->batches, &p->done, e);
  free(c);
}

/* Those that have nothing left leave the list. */
static void complete_all(struct side *s, const struct observed_completion *e)
{
  struct peer **at = &s->open;
  while (*at) {
    struct peer *p = *at;
    peer_complete(p, e);
    if (p->current || p->partial.count || p->done.count) {
      at = &p->next_open;
      continue;
    }
    *at = p->next_open;
    p->open = false;
  }
}

void batch_complete(const struct observed_completion *e)
{
  struct side *s = side_of(e->window);
  if (e->kind == OBSERVED_EXPOSED)
    exposed(e);
  else if (e->target < 0)
    complete_all(s, e);
  else
    peer_complete(peer_of(s, e->target), e);
}

static void batches_free(struct batches *g)
{
  for (int i = 0; i < g->count; i++)
    batch_unref(g->list[i]);
  free(g->list);
}

static void peer_free(struct peer *p)
{
  if (p->current) batches_add(&p->partial, p->current);
  batches_free(&p->partial);
  batches_free(&p->done);
  while (p->closed) {
    struct closed *c = p->closed;
    p->closed = c->next;
    batches_free(&c->batches);
    free(c);
  }
  free(p);
}

void batch_forget(const struct window_view *view)
{
  struct side *s = map_find(&sides, (uintptr_t)view);
  if (!s) return;
  for (uint32_t i = 0; i < s->peers.count; i++)
    peer_free(s->peers.entries[i].value);
  map_clear(&s->peers);
  s->open = NULL;
}
