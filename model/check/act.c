/* Acts and the batches that complete them. */
#include "fence_left.h"
#include "history.h"
#include "location.h"
#include "options.h"

#include "../memory.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>
#include <string.h>

static struct pool batches = POOL(struct batch);
static struct pool completions = POOL(struct completion);

/* --- callers --- */

static struct hash callers; /* by place and call */
struct called {
  struct hash_node node;
  struct caller caller;
  bool polls; /* a load that came again, in some strand, to wait */
  struct called *next_polling;
  const struct caller *first; /* caller_first; NULL: not asked for */
};
static struct called *polling;

static const struct caller *caller_at(const char *what, const void *site)
{
  struct hash_key key = {(uintptr_t)site, (uintptr_t)what};
  struct called *c = hash_find(&callers, key);
  if (c) return &c->caller;
  c = xmalloc(sizeof *c);
  *c = (struct called){.node = {key, NULL}, .caller = {what, site}};
  hash_add(&callers, &c->node);
  return &c->caller;
}

/* A loop has few calls. */
const struct caller *caller_of(const char *what, const void *site)
{
  enum { RECENT = 64 };
  static const struct caller *recent[RECENT];
  const struct caller **c = &recent[(uintptr_t)site % RECENT];
  if (!*c || (*c)->site != site || (*c)->what != what)
    *c = caller_at(what, site);
  return *c;
}

bool caller_same_line(const struct caller *a, const struct caller *b)
{
  return a == b ||
         (a->what == b->what && strcmp(checking->place_function(a->site),
                                       checking->place_function(b->site)) == 0);
}

/* By its text, which is one for one place in a file. */
const struct caller *caller_first(const struct caller *caller)
{
  static struct hash firsts;
  struct first {
    struct hash_node node;
    const struct caller *caller;
  } * f;
  struct called *c =
      container_of((struct caller *)caller, struct called, caller);
  if (c->first) return c->first;
  struct hash_key key = {(uintptr_t)checking->place(caller->site),
                         (uintptr_t)caller->what};
  f = hash_find(&firsts, key);
  if (!f) {
    f = xmalloc(sizeof *f);
    *f = (struct first){{key, NULL}, caller};
    hash_add(&firsts, &f->node);
  }
  return c->first = f->caller;
}

/* --- acts --- */

struct act *act_new(struct check_strand *s, const char *what, const void *site,
                    double date)
{
  strand_does(s);
  struct act *a = pool_take_ahead(pool_of_lines(sizeof *a), sizeof *a);
  *a = (struct act){.references = 1,
                    .stamp = {s->id, s->now},
                    .by = caller_of(what, site),
                    .date = date};
  return a;
}

void act_unref(struct act *a)
{
  if (--a->references > 0) return;
  if (a->batch) batch_unref(a->batch);
  if (a->done) completion_unref(a->done);
  if (a->several) location_unkept(a);
  pool_give(pool_of_lines(sizeof *a), a);
}

void act_polls(struct act *load)
{
  struct called *c =
      container_of((struct caller *)load->by, struct called, caller);
  load->polled = true;
  if (c->polls) return;
  c->polls = true;
  c->next_polling = polling;
  polling = c;
}

bool act_line_polls(const struct act *load)
{
  for (const struct called *c = polling; c; c = c->next_polling)
    if (caller_same_line(&c->caller, load->by)) return true;
  return false;
}

struct check_strand *act_strand(const struct act *a)
{
  return check_strand_of(a->stamp.strand);
}

/* --- completions --- */

struct stamps {
  int count;
  struct stamp list[];
};

struct completion *completion_new(struct observed_strand who, const char *call,
                                  const void *site)
{
  struct check_strand *s = check_strand(who);
  strand_does(s);
  struct completion *c = pool_take_ahead(&completions, sizeof *c);
  *c = (struct completion){1, {s->id, s->now}, NULL, caller_of(call, site)};
  return c;
}

void completion_unref(struct completion *c)
{
  if (--c->references > 0) return;
  free(c->also);
  pool_give(&completions, c);
}

/* The strand of `now` knows of it, by itself or from others; and so does who
 * hears of `now`. */
static bool is_known(const struct completion *c, const struct completion *now)
{
  struct viewer v = strand_viewer(check_strand_of(now->stamp.strand));
  if (viewer_knows(&v, c->stamp)) return true;
  for (int i = 0; c->also && i < c->also->count; i++)
    if (viewer_knows(&v, c->also->list[i])) return true;
  return false;
}

/* Instead of *c, which others share, a copy of its own. */
static void completion_own(struct completion **c)
{
  struct completion *old = *c, *own;
  if (old->references == 1) return;
  own = *c = pool_take(&completions);
  *own = *old;
  own->references = 1;
  own->also = NULL;
  old->references--;
  if (!old->also) return;
  size_t size = sizeof *own->also + old->also->count * sizeof(struct stamp);
  own->also = xmalloc(size);
  memcpy(own->also, old->also, size);
}

/* `c`, which may be NULL, is completed by `now` too. */
static void complete(struct completion **c, struct completion *now)
{
  if (!*c) {
    *c = now;
    now->references++;
    return;
  }
  if (is_known(*c, now)) return;
  completion_own(c);
  struct stamps **also = &(*c)->also;
  int n = *also ? (*also)->count : 0;
  *also = xrealloc(*also, sizeof **also + (n + 1) * sizeof(struct stamp));
  (*also)->list[n] = now->stamp;
  (*also)->count = n + 1;
}

static bool known(const struct completion *c, const struct viewer *v)
{
  if (!c) return false;
  if (viewer_knows(v, c->stamp)) return true;
  for (int i = 0; c->also && i < c->also->count; i++)
    if (viewer_knows(v, c->also->list[i])) return true;
  return false;
}

void act_complete(struct act *a, struct observed_strand who, const char *call,
                  const void *site)
{
  struct completion *now = completion_new(who, call, site);
  complete(&a->done, now);
  completion_unref(now);
}

struct kept {
  struct hash_node node;
  struct act *act;
};
static struct pool keeping = POOL(struct kept);

void act_keep(struct hash *t, uint64_t number, struct act *a)
{
  struct kept *k = pool_take(&keeping);
  *k = (struct kept){{{number, 0}, NULL}, a};
  a->references++;
  hash_add(t, &k->node);
}

struct act *act_take(struct hash *t, uint64_t number)
{
  struct kept *k = hash_take(t, (struct hash_key){number, 0});
  if (!k) return NULL;
  struct act *a = k->act;
  pool_give(&keeping, k);
  return a;
}

struct batch *batch_new(const struct observed_issue *e)
{
  struct batch *g = pool_take_ahead(&batches, sizeof *g);
  const struct window_view *v = e->window;
  *g = (struct batch){
      .references = 1,
      .words = 1,
      .world = (unsigned)group_world(v->window->comm->group, e->target),
      .epoch = e->epoch,
      .opened = e->opened,
      .window = v};
  return g;
}

void batch_unref(struct batch *g)
{
  if (--g->references > 0) return;
  if (batch_remote(g)) {
    if (g->epoch == EPOCH_FENCE && g->left) fence_left_unref(g->left);
    completion_unref(g->remote);
  }
  if (batch_local(g)) completion_unref(g->local);
  pool_give(&batches, g);
}

void batch_complete_locally(struct batch *g, struct completion *now)
{
  if (!batch_local(g)) g->local = NULL;
  complete(&g->local, now);
}

/* Most programs have no two windows over the same memory: nobody asks then. A
 * rank that has other windows there later has left the fence by then. */
static struct fence_left *target_leaves(const struct batch *g)
{
  struct window_view *views = g->window->window->views;
  if (!history_overlaps) return NULL;
  return fence_left_new(&views[batch_target(g)], g->window->epoch.fences);
}

void batch_complete_remotely(struct batch *g, struct completion *now)
{
  if (g->epoch == EPOCH_FENCE && !g->remote) g->left = target_leaves(g);
  complete(&g->remote, now);
}

int batch_target(const struct batch *g)
{
  return group_rank(g->window->window->comm->group, (int)g->world);
}

int record_owner(const struct record *r)
{
  return r->flags & RECORD_AT_TARGET ? (int)r->act->batch->world
                                     : act_strand(r->act)->rank;
}

bool record_is_touch(const struct record *r)
{
  return r->act->plain && !(r->flags & RECORD_CALL);
}

static bool reads_only(const struct record *r)
{
  return !(r->flags & (RECORD_WRITES | RECORD_UPDATE));
}

/* An operation's buffers at the origin are free when it is locally complete,
 * and so is what a get has read, or another operation that brings back what it
 * finds and changes nothing. [MPI-4.1 12.3, 12.5.4] What another thread has
 * issued is completed by a flush only if it is known to come before that. */
bool record_over(const struct record *r, const char *low, const char *high,
                 const struct viewer *v)
{
  const struct act *a = r->act;
  if (!viewer_knows(v, a->stamp)) return false;
  if (a->plain) return true;
  if (a->batch && known(batch_remote(a->batch), v)) return true;
  if ((r->flags & RECORD_AT_TARGET) && location_over(a, low, high, v))
    return true;
  if ((r->flags & RECORD_AT_TARGET) && !reads_only(r)) return false;
  return known(a->done, v) || (a->batch && known(batch_local(a->batch), v));
}

/* What it has completed is there when the target has left it, or of what only
 * reads the origin: by then it has told once more. */
static bool has_left_fence(const struct record *r, const struct viewer *v)
{
  const struct batch *g = r->act->batch;
  struct stamp origin = batch_remote(g)->stamp;
  origin.tick++;
  return !g->left || fence_left_known(g->left, v) ||
         (reads_only(r) && viewer_knows(v, origin));
}

bool record_fenced(const struct record *r, const struct record *later,
                   const char *low, const char *high, const struct viewer *v)
{
  if (!(r->flags & later->flags & RECORD_AT_TARGET)) return true;
  const struct batch *g = r->act->batch, *h = later->act->batch;
  if (g->epoch != EPOCH_FENCE || g->window->window == h->window->window ||
      !batch_remote(g))
    return true;
  return has_left_fence(r, v) || location_over(r->act, low, high, v);
}

static bool both(const struct record *a, const struct record *b, int flag)
{
  return a->flags & b->flags & flag;
}

/* By one window: those by two that overlap are not atomic to each other.
 * [MPI-4.1 12.2.1, 12.7] */
static bool same_window(const struct act *a, const struct act *b)
{
  return !history_overlaps || act_window(a) == act_window(b);
}

bool record_compatible(const struct record *a, const struct record *b)
{
  if (both(a, b, RECORD_C_ATOMIC)) return true;
  if (!both(a, b, RECORD_ATOMIC) || !same_window(a->act, b->act)) return false;
  return a->basic == b->basic && a->size == b->size && a->grid == b->grid;
}

bool record_may_be_polled(const struct record *r)
{
  if (!(r->flags & RECORD_AT_TARGET)) return false;
  unsigned epoch = r->act->batch->epoch;
  return epoch >= EPOCH_LOCK;
}

/* A load right after MPI_Win_sync may look at a word that is updated
 * atomically: it sees the old value or the new. [MPI-4.1 12.7, unified] */
bool record_looks(const struct record *load, const struct record *update)
{
  return load->act->fresh && !history_separate &&
         (update->flags & RECORD_ATOMIC);
}

MPI_Op act_operator(const struct act *a)
{
  if (a->kind == OBSERVED_COMPARE_AND_SWAP) return MPI_REPLACE;
  return (MPI_Op)(uintptr_t)a->op;
}

bool ops_differ(const struct act *a, const struct act *b)
{
  if (!history_ops || !a->batch || !b->batch) return false;
  MPI_Op x = act_operator(a), y = act_operator(b);
  if (x == y) return false;
  bool no_op = x == MPI_NO_OP || y == MPI_NO_OP;
  return !no_op || act_window(a)->rules.same_op;
}
