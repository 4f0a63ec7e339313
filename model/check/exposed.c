/* Exposed memory: a list for each rank, since ranks have few windows. */
#include "exposed.h"
#include "ranks.h"
#include "options.h"

#include "../datatype/datatype.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

/* Those of a rank, all within [from, to). */
struct list {
  struct exposed *first;
  const char *from, *to;
};
static struct rank_table lists = {sizeof(struct list), NULL, 0};

static struct list *list_of(int rank)
{
  return rank_entry(&lists, rank);
}

struct exposed *exposed_by(int rank)
{
  return list_of(rank)->first;
}

/* Most memory is no window's, and most of that is elsewhere. */
struct exposed *exposed_in(int rank, const char *from, const char *to)
{
  const struct list *l = list_of(rank);
  bool near = from < l->to && to > l->from;
  return near ? exposed_at(l->first, from, to) : NULL;
}

static void find_bounds(struct list *l)
{
  l->from = l->to = NULL;
  for (const struct exposed *e = l->first; e; e = e->next) {
    if (!l->to || e->from < l->from) l->from = e->from;
    if (e->to > l->to) l->to = e->to;
  }
}

struct exposed *exposed_at(struct exposed *e, const char *from, const char *to)
{
  while (e && (e->from >= to || e->to <= from))
    e = e->next;
  return e;
}

static bool on_stack(const char *address, int rank)
{
  struct check_memory m;
  if (!checking->memory) return false;
  checking->memory(address, rank, &m);
  return m.kind == CHECK_STACK;
}

static void on_exposure(struct observer *o, const struct observed_exposure *x)
{
  struct list *l = list_of(x->strand.rank);
  struct exposed **e = &l->first;
  (void)o;
  if (!x->ends) {
    struct exposed *new = xcalloc(1, sizeof *new);
    *new = (struct exposed){.window = x->window,
                            .from = x->from,
                            .to = x->to,
                            .on_stack = on_stack(x->from, x->strand.rank),
                            .next = *e};
    *e = new;
    find_bounds(l);
    return;
  }
  while (*e && ((*e)->window != x->window || (*e)->from != x->from))
    e = &(*e)->next;
  struct exposed *gone = *e;
  if (!gone) return;
  *e = gone->next;
  free(gone);
  find_bounds(l);
}

/* --- what the rank itself writes there --- */

static void update(const char *from, const char *to, const struct spot *by)
{
  struct exposed *e = exposed_in(by->rank, from, to);
  for (; e; e = exposed_at(e->next, from, to))
    if (!e->updated.call) e->updated = *by;
}

static void update_data(const struct observed_data *d, const struct spot *by)
{
  MPI_Count low = 0, high = d->count;
  if (d->type && !datatype_span(d->count, d->type, &low, &high)) return;
  update((const char *)d->address + low, (const char *)d->address + high, by);
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
