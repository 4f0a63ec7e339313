/* Batches: operations of one origin to one target that complete together.
 *
 * An operation is a fork that is joined later: the origin's buffers are busy
 * until local completion, the target's memory until remote completion, each a
 * stamp of the strand that learns of it. A flush stamps one batch, not each of
 * its operations. Invariant: a pair's `current` batch has neither completion;
 * `partial` are those that miss the remote one; `closed` are epochs of
 * Win_start that wait for the target's Win_wait, the oldest first; a pair
 * is in its view's list as long as it has any of them. Of a rank with threads
 * a batch is of one strand and one tick, and `done` has all but the current. */
#include "batch.h"

#include "apart.h"
#include "done.h"
#include "location.h"
#include "memory.h"

#include "../memory.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>

enum { AHEAD = 4 };

struct batches {
  struct batch *last; /* its next one is the first */
};

struct closed {
  struct batches batches;
  struct closed *next;
};

/* An origin and a target. Those of an origin's view that have something are in
 * a list of it. */
struct checked_pair {
  struct batch *current; /* NULL: none begun */
  struct batches partial;
  struct done *done; /* with threads: all that is not current */
  struct closed *closed;
  const struct caller *by; /* of the current batch's first plain operation */
  struct stamp last;       /* of the last operation */
  int buffers;             /* that the current batch accesses at the origin */
  int place;               /* in the list, from 1; 0: it is not there */
};
_Static_assert(sizeof(struct checked_pair) <= CHECKED_PAIR, "has room");

/* In the order in which what is current began; those that have left are NULL
 * until there are more of them than of others. The first `local` ones have
 * nothing current. */
struct checked_pairs {
  int count, size, left, local;
  struct checked_pair *list[];
};

static struct pool closings = POOL(struct closed);

/* Without those that have left. */
static void pairs_shrink(struct checked_pairs *all)
{
  int count = 0, local = 0;
  for (int i = 0; i < all->count; i++) {
    struct checked_pair *p = all->list[i];
    if (!p) continue;
    local += i < all->local;
    all->list[count++] = p;
    p->place = count;
  }
  all->count = count;
  all->left = 0;
  all->local = local;
}

static void pair_link(struct window_view *view, struct checked_pair *p)
{
  struct checked_pairs *all = view->pairs;
  if (all && 2 * all->left > all->count) pairs_shrink(all);
  if (!all || all->count == all->size) {
    struct checked_pairs now = all ? *all : (struct checked_pairs){.size = 3};
    now.size *= 2;
    all = xrealloc(all, sizeof *all + (size_t)now.size * sizeof *all->list);
    *all = now;
    view->pairs = all;
  }
  all->list[all->count++] = p;
  p->place = all->count;
}

static void pair_unlink(struct window_view *view, struct checked_pair *p)
{
  struct checked_pairs *all = view->pairs;
  all->list[p->place - 1] = NULL;
  all->left++;
  p->place = 0;
}

/* It is the last in the list, with something current. */
static void pair_begins(struct window_view *view, struct checked_pair *p)
{
  if (p->place && p->place == view->pairs->count) {
    view->pairs->local -= view->pairs->local == p->place;
    return;
  }
  if (p->place) pair_unlink(view, p);
  pair_link(view, p);
}

/* Nothing is to be completed, as when what a flush completed is unlocked. */
static bool is_idle(const struct checked_pair *p)
{
  return !p->current && !p->partial.last && !p->done;
}

/* Out of the list if nothing of it is to come. */
static void pair_settle(struct window_view *view, struct checked_pair *p)
{
  if (!is_idle(p) || p->closed) return;
  if (p->place) pair_unlink(view, p);
}

/* Its pairs are ours. */
static struct window_view *view_of(const struct window_view *v)
{
  return &v->window->views[v->rank];
}

static void batches_add(struct batches *g, struct batch *one)
{
  one->next = g->last ? g->last->next : one;
  if (g->last) g->last->next = one;
  g->last = one;
}

/* Of some of them: those that nobody else has are not to be told of, and go;
 * the others come up again later. So there are not many more than matter,
 * however often a strand flushes locally. */
static void batches_tidy(struct batches *g)
{
  for (int i = 0; i < 2 && g->last->next != g->last; i++) {
    struct batch *first = g->last->next;
    if (first->references > 1) {
      g->last = first;
      continue;
    }
    g->last->next = first->next;
    batch_unref(first);
  }
}

/* All of them, chained up to a NULL. */
static struct batch *batches_take(struct batches *g)
{
  struct batch *last = g->last, *first = last ? last->next : NULL;
  if (last) last->next = NULL;
  g->last = NULL;
  return first;
}

/* Of a rank with threads, whose flushes may know of a part: of what comes next
 * nothing completes together with what is there. */
static void pair_part(struct checked_pair *p)
{
  struct batch *next;
  for (struct batch *g = batches_take(&p->partial); g; g = next) {
    next = g->next;
    done_add(&p->done, g, p->last, 0);
  }
  if (p->current) done_add(&p->done, p->current, p->last, p->buffers);
  p->current = NULL;
  p->buffers = 0;
}

struct batch *batch_current(const struct observed_issue *e, int buffers)
{
  struct window_view *view = view_of(e->window);
  struct checked_pair *p = e->pair;
  const struct check_strand *s = check_strand(e->strand);
  bool same = p->last.strand == s->id && p->last.tick == s->now;
  if (!same && !strand_alone(s->rank)) pair_part(p);
  p->last = (struct stamp){s->id, s->now};
  p->buffers += buffers;
  if (!p->current) {
    pair_begins(view, p);
    p->current = batch_new(e);
  }
  if (!e->request && !p->current->plain) {
    p->by = caller_of(e->call, e->site);
    p->current->plain = true;
  }
  p->current->changes |= e->kind != OBSERVED_GET;
  return p->current;
}

bool batch_pending(const struct observed_completion *e)
{
  return e->pair->current || e->pair->partial.last;
}

static int rank_of(const struct window_view *v)
{
  return group_world(v->window->comm->group, v->rank);
}

static bool has_plain(const struct checked_pair *p)
{
  return p && p->current && p->current->plain;
}

bool batch_first(const struct window_view *view, struct batch_first *first)
{
  const struct checked_pairs *all = view->pairs;
  const struct checked_pair *p = NULL;
  int from = all ? all->local : 0, end = all ? all->count : 0;
  for (int i = from; i < end && !has_plain(p); i++)
    p = all->list[i];
  if (!has_plain(p)) return false;
  struct spot by = {p->by->what, p->by->site, rank_of(view),
                    check_strand_of(p->last.strand)->number};
  *first = (struct batch_first){by, batch_target(p->current)};
  return true;
}

/* --- completion --- */

/* What is told: that a call completes what pends, and who learns of it. */
struct told {
  enum observed_completion_kind kind;
  struct completion *completion;
  struct check_strand *strand;
};

void batch_locally(struct batch *g, int buffers, struct completion *now)
{
  struct check_strand *s = check_strand_of(now->stamp.strand);
  struct value *fetched = g->fetched;
  memory_unwatch(&g->watched);
  batch_complete_locally(g, now);
  g->remote = NULL;
  apart_over(s->rank, buffers);
  location_fetched_all(fetched, s);
}

/* For the first time: the pair's current one. */
static struct batch *current_locally(struct checked_pair *p,
                                     const struct told *t)
{
  struct batch *g = p->current;
  batch_locally(g, p->buffers, t->completion);
  p->current = NULL;
  p->buffers = 0;
  return g;
}

/* Which is all of it: `local` has no more to learn. */
static void batch_remotely(struct batch *g, const struct told *t)
{
  batch_complete_remotely(g, t->completion);
  batch_unref(g);
}

static void batches_remotely(struct batches *g, const struct told *t)
{
  struct batch *next;
  for (struct batch *one = batches_take(g); one; one = next) {
    next = one->next;
    batch_remotely(one, t);
  }
}

static void pair_close(struct checked_pair *p)
{
  struct closed *c = pool_take(&closings);
  *c = (struct closed){p->partial, NULL};
  p->partial = (struct batches){0};
  struct closed **end = &p->closed;
  while (*end)
    end = &(*end)->next;
  *end = c;
}

/* What ends an epoch comes after all of it. */
static void threads_complete(struct checked_pair *p, const struct told *t)
{
  struct batch *next;
  pair_part(p);
  if (t->kind != OBSERVED_CLOSED) {
    done_learn(&p->done, t->completion, t->kind == OBSERVED_REMOTE);
    return;
  }
  for (struct batch *g = done_take(&p->done, t->completion); g; g = next) {
    next = g->next;
    batches_add(&p->partial, g);
  }
  pair_close(p);
}

/* It may not be over at its target; but what a get has read is, as far as its
 * strand can tell. */
static void batch_stays(struct checked_pair *p, struct batch *g,
                        const struct told *t)
{
  if (t->kind == OBSERVED_LOCAL && !g->changes) {
    batch_unref(g);
    return;
  }
  batches_add(&p->partial, g);
  batches_tidy(&p->partial);
}

/* Most often there is just the current one, whose operations end altogether. */
static void pair_complete(struct checked_pair *p, const struct told *t)
{
  bool remotely = t->kind == OBSERVED_REMOTE;
  struct batch *g = NULL;
  if (!strand_alone(t->strand->rank)) {
    threads_complete(p, t);
    return;
  }
  if (p->current) g = current_locally(p, t);
  if (g && remotely)
    batch_remotely(g, t);
  else if (g)
    batch_stays(p, g, t);
  if (remotely && p->partial.last) batches_remotely(&p->partial, t);
  if (t->kind == OBSERVED_CLOSED) pair_close(p);
}

static void exposed(const struct observed_completion *e, const struct told *t)
{
  struct window_view *origin = &e->window->window->views[e->origin];
  struct checked_pair *p = e->pair;
  struct closed *c = p->closed;
  if (!c) return;
  p->closed = c->next;
  batches_remotely(&c->batches, t);
  pool_give(&closings, c);
  pair_settle(origin, p);
}

/* With many targets none of their pairs is in a cache: they are asked for while
 * those before them are at work, and then what they have. */
static void ask_ahead(const struct checked_pairs *all, int i)
{
  if (i + 2 * AHEAD < all->count) memory_ask_to_write(all->list[i + 2 * AHEAD]);
  const struct checked_pair *p =
      i + AHEAD < all->count ? all->list[i + AHEAD] : NULL;
  if (!p) return;
  memory_ask_to_write(p->current);
  memory_ask_to_write(p->partial.last);
}

static void complete_all(struct window_view *view, const struct told *t)
{
  struct checked_pairs *all = view->pairs;
  if (!all) return;
  bool part = t->kind == OBSERVED_LOCAL && strand_alone(t->strand->rank);
  for (int i = part ? all->local : 0; i < all->count; i++) {
    struct checked_pair *p = all->list[i];
    ask_ahead(all, i);
    if (!p) continue;
    pair_complete(p, t);
    pair_settle(view, p);
  }
  if (2 * all->left > all->count) pairs_shrink(all);
  all->local = all->count;
}

static void complete_one(const struct observed_completion *e,
                         const struct told *t)
{
  struct window_view *view = view_of(e->window);
  if (e->kind == OBSERVED_CLOSED && !e->pair->place) pair_link(view, e->pair);
  pair_complete(e->pair, t);
  pair_settle(view, e->pair);
}

void batch_complete(const struct observed_completion *e)
{
  bool closes = e->kind == OBSERVED_CLOSED || e->kind == OBSERVED_EXPOSED;
  if (e->target >= 0 && !closes && is_idle(e->pair)) {
    location_fetched_late(e->window, e->target, check_strand(e->strand));
    return;
  }
  struct told t = {e->kind, completion_new(e->strand, e->call, e->site),
                   check_strand(e->strand)};
  if (e->kind == OBSERVED_EXPOSED)
    exposed(e, &t);
  else if (e->target < 0)
    complete_all(view_of(e->window), &t);
  else
    complete_one(e, &t);
  if (e->kind != OBSERVED_EXPOSED)
    location_fetched_late(e->window, e->target, t.strand);
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

void batch_drop(struct batch *g, int buffers, int rank)
{
  if (!batch_local(g)) apart_over(rank, buffers);
  batch_unref(g);
}

static void pair_end(struct window_view *view, struct checked_pair *p)
{
  if (p->current) {
    batch_drop(p->current, p->buffers, rank_of(view));
    p->current = NULL;
    p->buffers = 0;
  }
  batches_free(&p->partial);
  done_forget(&p->done, rank_of(view));
  while (p->closed) {
    struct closed *c = p->closed;
    p->closed = c->next;
    batches_free(&c->batches);
    pool_give(&closings, c);
  }
  pair_settle(view, p);
}

void batch_forget(const struct window_view *v)
{
  struct window_view *view = view_of(v);
  struct checked_pairs *all = view->pairs;
  for (int i = 0; all && i < all->count; i++)
    if (all->list[i]) pair_end(view, all->list[i]);
  free(all);
  view->pairs = NULL;
  location_fetched_late(v, -1, NULL);
}
