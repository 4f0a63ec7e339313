/* Locks and posts that must not come together: a later call has to know that
 * what an earlier one began is over.
 *
 * MPI_MODE_NOCHECK says that before the unlock nobody holds, or asks for, a
 * lock that conflicts [MPI-4.1 12.5.5]; and a window must not be locked while a
 * post exposes it [12.5.3]. Locks and posts of a window are kept from the first
 * one on that could meet another, of those before only the latest two of each
 * rank. Invariant: a place has all that are held; of those that are over it has
 * had, the others are known to whoever knows one that is there and meets as
 * much, or were the oldest of many. */
#include "rules.h"
#include "strand.h"
#include "watched.h"

#include "../hash.h"
#include "../memory.h"
#include "../pool.h"
#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Kinds of locks, as bits; 0: a shared one. And a post. */
enum { EXCLUSIVE = 1, NOCHECK = 2, POSTED = 4, KINDS };

/* A lock or post, from its call on. */
struct held {
  struct hash_node node; /* until it is over */
  struct spot by;
  unsigned kind;
  int rank, target;  /* of the window; target -1: all; of a post: its rank */
  struct stamp over; /* its unlock or wait; tick 0: it is held */
  struct held *before, *next;
};

struct list {
  struct held *first, *last;
};

/* What some have in common, so that others meet them there. */
struct place {
  struct list held[KINDS], over;
  int kinds[KINDS]; /* of `over`, how many of each; ... */
  int count, full;  /* ... of all; when to look what can go */
};

enum { RECENT = 2 };

/* A member's latest, while none could meet another. */
struct member {
  _Alignas(64) struct recent {
    const void *site; /* NULL: none */
    struct stamp over;
    int strand, target;
    unsigned kind;
  } recent[RECENT];
};

struct holdings {
  bool unchecked, locked, posted; /* a lock with MPI_MODE_NOCHECK, a lock, a
                                     post has been seen */
  struct member *members;         /* NULL: from now on all are kept */
  struct hash held;
  struct place any, all; /* whom locks of all targets meet; these locks */
  struct map targets;    /* struct place: of one */
};

static struct pool pool = POOL(struct held);

static unsigned kind_of(const struct observed_epoch_call *e)
{
  if (!e->type) return POSTED;
  return (e->type == MPI_LOCK_EXCLUSIVE ? EXCLUSIVE : 0) |
         (e->assertion & MPI_MODE_NOCHECK ? NOCHECK : 0);
}

static int target_of(const struct observed_epoch_call *e)
{
  return e->type ? e->target : e->window->rank;
}

static bool begins_one(const struct observed_epoch_call *e)
{
  return e->kind == OBSERVED_LOCK || e->kind == OBSERVED_POST;
}

static void add(struct list *l, struct held *h)
{
  h->before = l->last;
  h->next = NULL;
  *(h->before ? &h->before->next : &l->first) = h;
  l->last = h;
}

static void leave(struct list *l, struct held *h)
{
  *(h->before ? &h->before->next : &l->first) = h->next;
  *(h->next ? &h->next->before : &l->last) = h->before;
}

/* --- reports --- */

static void put_side(const struct held *h, struct report_side *side)
{
  if (h->kind == POSTED) {
    spot_side(&h->by, NULL, side);
    return;
  }
  const char *type = h->kind & EXCLUSIVE ? "exclusive" : "shared";
  char note[64];
  snprintf(note, sizeof note, "%s%s", type,
           h->kind & NOCHECK ? ", MPI_MODE_NOCHECK" : "");
  spot_side(&h->by, note, side);
}

static const char *end_of(const struct held *h)
{
  if (h->kind == POSTED) return "MPI_Win_wait";
  return h->target < 0 ? "MPI_Win_unlock_all" : "MPI_Win_unlock";
}

static void describe(struct report *r, const struct window_view *target,
                     const struct held *first, const struct held *second)
{
  const char *window = window_label(target);
  if (r->rule == RULE_ASSERT) {
    snprintf(r->headline, sizeof r->headline,
             "broken assertion MPI_MODE_NOCHECK on %s of rank %d", window,
             target->rank);
    snprintf(r->advice, sizeof r->advice,
             "It says that nobody has a lock that conflicts, or asks for one, "
             "before the unlock. Let rank %d know that rank %d has unlocked, "
             "before it locks; or leave the assertion out.",
             second->by.rank, first->by.rank);
    return;
  }
  bool over = first->over.tick;
  snprintf(r->headline, sizeof r->headline,
           "epoch: %s of rank %d %s exposed by MPI_Win_post and locked at the "
           "same time",
           window, target->rank, over ? "may be" : "is");
  snprintf(r->advice, sizeof r->advice,
           "%s. Let rank %d know, as by a message, that rank %d has left %s, "
           "before it calls %s. [MPI-4.1 12.5.3]",
           over ? "Nothing keeps the two apart" : "The first one is not over",
           second->by.rank, first->by.rank, end_of(first), second->by.call);
}

static void report(const struct window *w, const struct held *first,
                   const struct held *second, double date)
{
  bool posted = (first->kind | second->kind) & POSTED;
  struct report r = {
      .rule = posted ? RULE_EPOCH : RULE_ASSERT, .date = date, .sides = 2};
  int target = first->target < 0 ? second->target : first->target;
  put_side(first, &r.side[0]);
  put_side(second, &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, r.side[1].what,
                   r.side[1].place))
    return;
  describe(&r, &w->views[target], first, second);
  report_add(&r);
}

/* Must one know that the other is over? */
static bool meet(unsigned kind, unsigned other)
{
  unsigned either = kind | other;
  if (either & POSTED) return kind != other;
  return either & EXCLUSIVE && either & NOCHECK;
}

/* Of those that are held the first of each kind will do. */
static void judge(const struct window *w, const struct place *p,
                  const struct held *new, const struct viewer *v, double date)
{
  bool any = false;
  for (unsigned kind = 0; kind < KINDS; kind++) {
    const struct held *h = p->held[kind].first;
    if (!meet(kind, new->kind)) continue;
    any |= p->kinds[kind] > 0;
    if (h) report(w, h, new, date);
  }
  for (const struct held *h = p->over.first; any && h; h = h->next)
    if (meet(h->kind, new->kind) && h->rank != new->rank &&
        !viewer_knows(v, h->over))
      report(w, h, new, date);
}

/* --- what is kept --- */

static struct place *place_of(struct holdings *u, int target)
{
  void **at = map_place(&u->targets, (uint64_t)target);
  if (!*at) *at = xcalloc(1, sizeof(struct place));
  return *at;
}

/* Where those of this kind and target are, of which one meets others in the
 * first; NULL: none. */
struct places {
  struct place *in[2];
};

static struct places places_of(struct holdings *u, unsigned kind, int target)
{
  if (target < 0) return (struct places){{&u->all, NULL}};
  return (struct places){
      {place_of(u, target), kind & (EXCLUSIVE | POSTED) ? &u->any : NULL}};
}

static struct hash_key key_of(const struct place *p, int rank, int target)
{
  return (struct hash_key){(uintptr_t)p,
                           (uint64_t)rank << 32 | (uint32_t)target};
}

static void begin(struct holdings *u, const struct held *new)
{
  struct places at = places_of(u, new->kind, new->target);
  for (int i = 0; i < 2 && at.in[i]; i++) {
    struct held *h = pool_take(&pool);
    *h = *new;
    h->node.key = key_of(at.in[i], new->rank, new->target);
    hash_add(&u->held, &h->node);
    add(&at.in[i]->held[new->kind], h);
  }
}

static void drop(struct place *p, struct held *h)
{
  leave(&p->over, h);
  p->kinds[h->kind]--;
  p->count--;
  pool_give(&pool, h);
}

/* Who knows that `by` is over knows what its strand knows, and meets whatever
 * meets it. */
static void thin(struct place *p, const struct held *by, const struct viewer *v)
{
  enum { FEW = 8, MOST = 64 };
  for (struct held *h = p->over.first, *next; h && v; h = next) {
    next = h->next;
    if (!(h->kind & ~by->kind) && viewer_knows(v, h->over)) drop(p, h);
  }
  while (p->count > MOST / 2 && p->over.first)
    drop(p, p->over.first);
  p->full = p->count < FEW / 2 ? FEW : 2 * p->count;
}

/* `v`: what its strand knows; NULL: it is long ago. */
static void end(struct holdings *u, struct place *p, struct hash_key key,
                struct stamp over, const struct viewer *v)
{
  struct held *h = hash_take(&u->held, key);
  if (!h) return;
  leave(&p->held[h->kind], h);
  h->over = over;
  if (p->count >= p->full) thin(p, h, v);
  add(&p->over, h);
  p->kinds[h->kind]++;
  p->count++;
}

static void end_all(struct holdings *u, int rank, int target, unsigned kind,
                    struct stamp over, const struct viewer *v)
{
  struct places at = places_of(u, kind, target);
  for (int i = 0; i < 2 && at.in[i]; i++)
    end(u, at.in[i], key_of(at.in[i], rank, target), over, v);
}

/* --- before one could meet another --- */

static void note(struct holdings *u, const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  struct recent *r = u->members[v->rank].recent;
  r[1] = r[0];
  r[0] = (struct recent){.site = e->site,
                         .strand = e->strand.number,
                         .target = target_of(e),
                         .kind = kind_of(e)};
}

static void note_over(const struct holdings *u,
                      const struct observed_epoch_call *e)
{
  const struct check_strand *s = check_strand(e->strand);
  for (int i = 0; i < RECENT; i++) {
    struct recent *r = &u->members[e->window->rank].recent[i];
    if (!r->site || r->target != target_of(e)) continue;
    r->over = (struct stamp){s->id, s->now};
    return;
  }
}

static void take_in(struct holdings *u, const struct window_view *v,
                    const struct recent *r)
{
  if (!r->site) return;
  int rank = group_world(v->window->comm->group, v->rank);
  const char *call = r->kind == POSTED ? "MPI_Win_post"
                     : r->target < 0   ? "MPI_Win_lock_all"
                                       : "MPI_Win_lock";
  struct held h = {.by = {call, r->site, rank, r->strand},
                   .kind = r->kind,
                   .rank = v->rank,
                   .target = r->target};
  begin(u, &h);
  if (r->over.tick) end_all(u, h.rank, h.target, h.kind, r->over, NULL);
}

static void keep(struct holdings *u, const struct window *w)
{
  if (!u->members) return;
  for (int i = 0; i < w->size; i++)
    for (int k = RECENT - 1; k >= 0; k--)
      take_in(u, &w->views[i], &u->members[i].recent[k]);
  free(u->members);
  u->members = NULL;
}

/* --- the observer --- */

static void begins(struct holdings *u, const struct observed_epoch_call *e,
                   const struct viewer *v)
{
  const struct window *w = e->window->window;
  const struct held new = {.by = SPOT(e),
                           .kind = kind_of(e),
                           .rank = e->window->rank,
                           .target = target_of(e)};
  struct place *met = new.target < 0 ? &u->any : place_of(u, new.target);
  judge(w, met, &new, v, e->date);
  judge(w, &u->all, &new, v, e->date);
  begin(u, &new);
}

/* Most windows have none of these. */
__attribute__((noinline)) static void heed(struct holdings *u,
                                           const struct observed_epoch_call *e)
{
  const struct check_strand *s = check_strand(e->strand);
  struct viewer v = strand_viewer(s);
  struct stamp now = {s->id, s->now};
  keep(u, e->window->window);
  if (begins_one(e))
    begins(u, e, &v);
  else
    end_all(u, e->window->rank, target_of(e), kind_of(e), now, &v);
}

static void list_free(struct list *l)
{
  while (l->first) {
    struct held *h = l->first;
    leave(l, h);
    pool_give(&pool, h);
  }
}

static void place_free(struct place *p)
{
  for (int i = 0; i < KINDS; i++)
    list_free(&p->held[i]);
  list_free(&p->over);
}

__attribute__((noinline)) static void forget(struct window *w)
{
  struct holdings *u = w->holdings;
  if (!u) return;
  place_free(&u->any);
  place_free(&u->all);
  for (uint32_t i = 0; i < u->targets.count; i++) {
    place_free(u->targets.entries[i].value);
    free(u->targets.entries[i].value);
  }
  map_clear(&u->targets);
  hash_clear(&u->held);
  free(u->members);
  free(u);
  w->holdings = NULL;
}

static struct holdings *holdings_of(struct window *w)
{
  if (w->holdings) return w->holdings;
  w->holdings = xcalloc(1, sizeof *w->holdings);
  w->holdings->members =
      xaligned((size_t)w->size * sizeof *w->holdings->members);
  return w->holdings;
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  struct window *w = e->window->window;
  (void)o;
  if (e->kind == OBSERVED_FREE && watched_of(w)->freed + 1 == w->size)
    forget(w);
  if (!e->type && e->kind != OBSERVED_POST && e->kind != OBSERVED_WAIT) return;
  struct holdings *u = holdings_of(w);
  u->unchecked |= (kind_of(e) & NOCHECK) != 0;
  u->locked |= e->kind == OBSERVED_LOCK;
  u->posted |= e->kind == OBSERVED_POST;
  if (u->unchecked || (u->locked && u->posted))
    heed(u, e);
  else if (begins_one(e))
    note(u, e);
  else
    note_over(u, e);
}

bool held_unchecked(const struct window *w)
{
  return w->holdings && w->holdings->unchecked;
}

static struct observer observer = {.epoch_call = on_epoch_call};

void held_open(void)
{
  observer_add(&observer);
}
