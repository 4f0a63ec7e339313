/* Locks that are not checked: those with MPI_MODE_NOCHECK. [MPI-4.1 12.5.5]
 *
 * It says that before the unlock nobody holds, or asks for, a lock that
 * conflicts. So where two ranks' locks conflict, and one has it, the later call
 * has to know of the other's unlock. Locks of a window are kept from the first
 * one that has it, of those before only the latest two of each rank. Invariant:
 * a place has all of its locks that are held; of those that are over it has
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

/* Kinds of locks, as bits. */
enum { EXCLUSIVE = 1, NOCHECK = 2, KINDS = 4 };

/* A lock, from its call on. */
struct held {
  struct hash_node node; /* until it is over */
  struct spot by;
  unsigned kind;
  int rank, target;  /* of the window; target -1: all */
  struct stamp over; /* its unlock; tick 0: it is held */
  struct held *before, *next;
};

struct list {
  struct held *first, *last;
};

/* What some locks have in common, so that others meet them there. */
struct place {
  struct list held[KINDS], over;
  int kinds[KINDS]; /* of `over`, how many of each; ... */
  int count, full;  /* ... of all; when to look what can go */
};

enum { RECENT = 2 };

/* A member's latest locks, while none has had MPI_MODE_NOCHECK. */
struct member {
  _Alignas(64) struct recent {
    const void *site; /* NULL: none */
    struct stamp over;
    int strand, target;
    unsigned kind;
  } recent[RECENT];
};

struct unchecked {
  bool seen; /* a lock that has it */
  struct member *members;
  struct hash held;
  struct place exclusive, all; /* of whatever target, of all targets */
  struct map targets;          /* struct place: of one */
};

static struct pool pool = POOL(struct held);

static unsigned kind_of(const struct observed_epoch_call *e)
{
  return (e->type == MPI_LOCK_EXCLUSIVE ? EXCLUSIVE : 0) |
         (e->assertion & MPI_MODE_NOCHECK ? NOCHECK : 0);
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
  const char *type = h->kind & EXCLUSIVE ? "exclusive" : "shared";
  char note[64];
  snprintf(note, sizeof note, "%s%s", type,
           h->kind & NOCHECK ? ", MPI_MODE_NOCHECK" : "");
  spot_side(&h->by, note, side);
}

static void report(const struct window *w, const struct held *first,
                   const struct held *second, double date)
{
  struct report r = {.rule = RULE_ASSERT, .date = date, .sides = 2};
  int target = first->target < 0 ? second->target : first->target;
  put_side(first, &r.side[0]);
  put_side(second, &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, r.side[1].what,
                   r.side[1].place))
    return;
  snprintf(r.headline, sizeof r.headline,
           "broken assertion MPI_MODE_NOCHECK on %s of rank %d",
           window_label(&w->views[target]), target);
  snprintf(r.advice, sizeof r.advice,
           "It says that nobody has a lock that conflicts, or asks for one, "
           "before the unlock. Let rank %d know that rank %d has unlocked, "
           "before it locks; or leave the assertion out.",
           second->by.rank, first->by.rank);
  report_add(&r);
}

/* Must one know that the other is over? */
static bool meet(unsigned kind, unsigned other)
{
  unsigned either = kind | other;
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

static struct place *place_of(struct unchecked *u, int target)
{
  void **at = map_place(&u->targets, (uint64_t)target);
  if (!*at) *at = xcalloc(1, sizeof(struct place));
  return *at;
}

/* Where locks of this kind and target are, of which one meets others in the
 * first; NULL: none. */
struct places {
  struct place *in[2];
};

static struct places places_of(struct unchecked *u, unsigned kind, int target)
{
  if (target < 0) return (struct places){{&u->all, NULL}};
  return (struct places){
      {place_of(u, target), kind & EXCLUSIVE ? &u->exclusive : NULL}};
}

static struct hash_key key_of(const struct place *p, int rank, int target)
{
  return (struct hash_key){(uintptr_t)p,
                           (uint64_t)rank << 32 | (uint32_t)target};
}

static void begin(struct unchecked *u, const struct held *new)
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
  while (p->count > MOST / 2)
    drop(p, p->over.first);
  p->full = p->count < FEW / 2 ? FEW : 2 * p->count;
}

/* `v`: what its strand knows; NULL: it is long ago. */
static void end(struct unchecked *u, struct place *p, struct hash_key key,
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

static void end_all(struct unchecked *u, int rank, int target, unsigned kind,
                    struct stamp over, const struct viewer *v)
{
  struct places at = places_of(u, kind, target);
  for (int i = 0; i < 2 && at.in[i]; i++)
    end(u, at.in[i], key_of(at.in[i], rank, target), over, v);
}

/* --- before one has it --- */

static void note(struct unchecked *u, const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  if (!u->members)
    u->members = xaligned((size_t)v->window->size * sizeof *u->members);
  struct recent *r = u->members[v->rank].recent;
  r[1] = r[0];
  r[0] = (struct recent){.site = e->site,
                         .strand = e->strand.number,
                         .target = e->target,
                         .kind = kind_of(e)};
}

static void note_over(const struct unchecked *u,
                      const struct observed_epoch_call *e)
{
  const struct check_strand *s = check_strand(e->strand);
  for (int i = 0; i < RECENT; i++) {
    struct recent *r = &u->members[e->window->rank].recent[i];
    if (!r->site || r->target != e->target || r->over.tick) continue;
    r->over = (struct stamp){s->id, s->now};
    return;
  }
}

static void take_in(struct unchecked *u, const struct window_view *v,
                    const struct recent *r)
{
  if (!r->site) return;
  int rank = group_world(v->window->comm->group, v->rank);
  struct held h = {.by = {r->target < 0 ? "MPI_Win_lock_all" : "MPI_Win_lock",
                          r->site, rank, r->strand},
                   .kind = r->kind,
                   .rank = v->rank,
                   .target = r->target};
  begin(u, &h);
  if (r->over.tick) end_all(u, h.rank, h.target, h.kind, r->over, NULL);
}

static void see(struct unchecked *u, const struct window *w)
{
  if (u->seen) return;
  u->seen = true;
  for (int i = 0; u->members && i < w->size; i++)
    for (int k = RECENT - 1; k >= 0; k--)
      take_in(u, &w->views[i], &u->members[i].recent[k]);
  free(u->members);
  u->members = NULL;
}

/* --- the observer --- */

static void locks(struct unchecked *u, const struct observed_epoch_call *e,
                  const struct viewer *v)
{
  const struct window *w = e->window->window;
  const struct held new = {.by = SPOT(e),
                           .kind = kind_of(e),
                           .rank = e->window->rank,
                           .target = e->target};
  bool all = e->target < 0;
  see(u, w);
  judge(w, all ? &u->exclusive : place_of(u, e->target), &new, v, e->date);
  if (!all) judge(w, &u->all, &new, v, e->date);
  begin(u, &new);
}

/* Most windows have none of these. */
__attribute__((noinline)) static void heed(struct unchecked *u,
                                           const struct observed_epoch_call *e)
{
  const struct check_strand *s = check_strand(e->strand);
  struct viewer v = strand_viewer(s);
  struct stamp now = {s->id, s->now};
  if (e->kind == OBSERVED_LOCK)
    locks(u, e, &v);
  else
    end_all(u, e->window->rank, e->target, kind_of(e), now, &v);
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
  struct unchecked *u = w->unchecked;
  if (!u) return;
  place_free(&u->exclusive);
  place_free(&u->all);
  for (uint32_t i = 0; i < u->targets.count; i++) {
    place_free(u->targets.entries[i].value);
    free(u->targets.entries[i].value);
  }
  map_clear(&u->targets);
  hash_clear(&u->held);
  free(u->members);
  free(u);
  w->unchecked = NULL;
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  struct window *w = e->window->window;
  (void)o;
  if (e->kind == OBSERVED_FREE && watched_of(w)->freed + 1 == w->size)
    forget(w);
  if (!e->type) return;
  if (!w->unchecked) w->unchecked = xcalloc(1, sizeof *w->unchecked);
  if (w->unchecked->seen || e->assertion & MPI_MODE_NOCHECK)
    heed(w->unchecked, e);
  else if (e->kind == OBSERVED_LOCK)
    note(w->unchecked, e);
  else
    note_over(w->unchecked, e);
}

bool unchecked_seen(const struct window *w)
{
  return w->unchecked && w->unchecked->seen;
}

static struct observer observer = {.epoch_call = on_epoch_call};

void unchecked_open(void)
{
  observer_add(&observer);
}
