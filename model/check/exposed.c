/* Exposed memory: of each rank by address, of each window in a list, the newest
 * first. */
#include "exposed.h"
#include "ranks.h"
#include "options.h"

#include "../datatype/datatype.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

static struct rank_table all = {sizeof(struct intervals), NULL, 0};

struct exposed *exposed_in(int rank, const char *from, const char *to)
{
  return (struct exposed *)intervals_in(rank_entry(&all, rank), from, to);
}

void exposed_foresee(int rank, int stage)
{
  const struct intervals *of = stage > 1 ? rank_entry(&all, rank) : NULL;
  if (of)
    memory_ask(of->root);
  else
    rank_entry_ask(&all, rank);
}

struct exposed *exposed_next(int rank, const struct exposed *after,
                             const char *from, const char *to)
{
  return (struct exposed *)intervals_next(rank_entry(&all, rank), &after->at,
                                          from, to);
}

static bool on_stack(const char *address, int rank)
{
  struct check_memory m;
  if (!checking->memory) return false;
  checking->memory(address, rank, &m);
  return m.kind == CHECK_STACK;
}

static void begin(const struct observed_exposure *x)
{
  struct window_view *v = (struct window_view *)x->window;
  struct exposed *e = xcalloc(1, sizeof *e);
  *e = (struct exposed){.at = {.from = x->from, .to = x->to},
                        .window = v,
                        .on_stack = on_stack(x->from, x->strand.rank),
                        .next = v->exposed,
                        .place = &v->exposed};
  if (e->next) e->next->place = &e->next;
  v->exposed = e;
  intervals_add(rank_entry(&all, x->strand.rank), &e->at);
}

static void end(struct exposed *e, int rank)
{
  *e->place = e->next;
  if (e->next) e->next->place = e->place;
  intervals_remove(rank_entry(&all, rank), &e->at);
  free(e);
}

/* Most windows have one part, and many may have the same one. */
static struct exposed *exposed_of(const struct observed_exposure *x)
{
  int rank = x->strand.rank;
  struct exposed *e = x->window->exposed;
  if (e && !e->next && e->at.from == x->from) return e;
  e = exposed_in(rank, x->from, x->from + 1);
  while (e && (e->window != x->window || e->at.from != x->from))
    e = exposed_next(rank, e, x->from, x->from + 1);
  return e;
}

/* Parts without a byte are not kept. */
static void on_exposure(struct observer *o, const struct observed_exposure *x)
{
  int rank = x->strand.rank;
  (void)o;
  if (x->from == x->to) return;
  if (!x->ends) {
    begin(x);
    return;
  }
  struct exposed *e = exposed_of(x);
  if (e) end(e, rank);
}

/* --- what the rank itself writes there --- */

static void update(const char *from, const char *to, const struct spot *by)
{
  struct intervals *of = rank_entry(&all, by->rank);
  struct interval *i = intervals_open_in(of, from, to);
  for (; i; i = intervals_open_in(of, from, to)) {
    ((struct exposed *)i)->updated = *by;
    intervals_close(of, i, true);
  }
}

void exposed_synchronised(struct exposed *e)
{
  struct intervals *of = rank_entry(&all, e->updated.rank);
  e->updated.call = NULL;
  intervals_close(of, &e->at, false);
}

struct update {
  const char *base;
  const struct spot *by;
};

static void update_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  const struct update *u = arg;
  update(u->base + at, u->base + at + bytes, u->by);
}

/* A window may lie between blocks of a type, and nothing of it is written. */
static void update_data(const struct observed_data *d, const struct spot *by)
{
  MPI_Count low = 0, high = d->count;
  const char *base = d->address;
  if (d->type && !datatype_span(d->count, d->type, &low, &high)) return;
  if (!d->type || d->type->contiguous)
    update(base + low, base + high, by);
  else if (intervals_open_in(rank_entry(&all, by->rank), base + low,
                             base + high))
    datatype_blocks(d->count, d->type, update_block,
                    &(struct update){base, by});
}

static void on_touch(struct observer *o, const struct observed_touch *e)
{
  (void)o;
  if (!e->write) return;
  struct spot by = {"store", e->site, e->strand.rank, e->strand.number};
  update(e->from, e->to, &by);
}

static void on_buffer(struct observer *o, const struct observed_buffer *e)
{
  struct spot by = SPOT(e);
  (void)o;
  if (e->write) update_data(&e->data, &by);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  struct spot by = SPOT(e);
  (void)o;
  if (e->kind == OBSERVED_GET) update_data(&e->origin, &by);
  if (e->result.address) update_data(&e->result, &by);
}

static struct observer observer = {.exposure = on_exposure,
                                   .touch = on_touch,
                                   .buffer = on_buffer,
                                   .issue = on_issue};

void exposed_open(void)
{
  observer_add(&observer);
}
