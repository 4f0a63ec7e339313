/* Memory that MPI allocated for a window, used when the window is freed.
 *
 * It is kept for a while when the window goes, so that it is nobody else's, and
 * the program's accesses to it are told on. Where a program does not tell them,
 * what it writes there is found by the bytes, or it crashes. What is kept is
 * limited: the oldest goes first. Uses as a buffer are buffer.c's. Invariant:
 * the intervals of a rank are the memory of windows that it has freed, of each
 * from its MPI_Win_free until the memory is given back. */
#include "freed.h"
#include "intervals.h"
#include "ranks.h"
#include "rules.h"

#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  KEPT = 32 << 20,   /* bytes */
  MAPPED = 4096,     /* what a mapping costs, its pages being given back ... */
  MAPPED_PART = 1024 /* ... and such a part of its addresses */
};

/* A member's. */
struct freed {
  struct interval at;    /* what it must not use any more */
  struct spot by;        /* its MPI_Win_free */
  const char *from, *to; /* its own part, whose accesses are told */
  struct freed_window *window;
};

struct freed_window {
  struct freed_window *next; /* that went after it */
  char *label;               /* NULL: it had no name, ... */
  const void *site;          /* ... but was made here */
  struct window_memory memory;
  size_t cost;
  double date; /* of the first MPI_Win_free */
  int members;
  bool marked;
  struct freed of[]; /* by rank of the window */
};

bool freed_any;
static struct rank_table all = {sizeof(struct intervals), NULL, 0};
static struct {
  struct freed_window *first, *last;
  size_t cost;
} kept;

struct freed *freed_find(int rank, const char *from, const char *to)
{
  return (struct freed *)intervals_in(rank_entry(&all, rank), from, to);
}

const char *freed_label(const struct freed *f)
{
  const struct freed_window *w = f->window;
  return w->label ? w->label : window_unnamed(w->site);
}

const struct spot *freed_by(const struct freed *f)
{
  return &f->by;
}

/* --- what is freed --- */

static const char *part_end(const struct window_view *v)
{
  const struct exposure *x = &v->window->exposures[v->rank];
  return x->base + x->size + v->guard;
}

static struct freed_window *freed_new(const struct window_view *v, double date)
{
  const struct window *w = v->window;
  struct freed_window *f =
      xcalloc(1, sizeof *f + (size_t)w->size * sizeof *f->of);
  f->members = w->size;
  f->date = date;
  f->label = v->label ? xstrdup(v->label) : NULL;
  f->site = w->site;
  return f;
}

/* Shared memory is its members' in common. */
static void begin(const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  struct window *w = v->window;
  bool shared = window_shared(w);
  if (!w->freed) w->freed = freed_new(v, e->date);
  struct freed *f = &w->freed->of[v->rank];
  f->window = w->freed;
  f->by = SPOT(e);
  f->from = w->exposures[v->rank].base;
  f->to = part_end(v);
  f->at.from = shared ? w->memory.block : f->from;
  f->at.to = shared ? f->at.from + w->memory.size : f->to;
  if (f->at.from == f->at.to) return;
  intervals_add(rank_entry(&all, f->by.rank), &f->at);
  freed_any = true;
}

/* --- reports --- */

/* Fills in the sides; true: such a report is there already. `by`: NULL: not
 * known. */
static bool put_sides(const struct freed *f, const struct spot *by,
                      struct report *r)
{
  struct report_side *side = r->side;
  r->sides = by ? 2 : 1;
  spot_side(&f->by, NULL, &side[0]);
  if (by) spot_side(by, NULL, &side[1]);
  return report_again(r->rule, side[0].what, side[0].place, side[1].what,
                      side[1].place);
}

/* `by`: NULL: not known. */
static void report(const struct freed *f, const char *what,
                   const struct spot *by, double date)
{
  struct report r = {.rule = RULE_WINDOW_MEMORY, .date = date};
  if (put_sides(f, by, &r)) return;
  snprintf(r.headline, sizeof r.headline, "%s in memory of %s that is freed",
           what, freed_label(f));
  snprintf(r.advice, sizeof r.advice,
           "The window's memory goes with it: call MPI_Win_free later.%s",
           by ? "" : " orielcc --check tells where the program writes there.");
  report_add(&r);
}

/* Its bytes stay, and are marked. Those of a mapping go. */
static bool marks(const struct window *w)
{
  return checking->unseen && !w->memory.mapped;
}

static void judge(const struct freed_window *w)
{
  for (int i = 0; w->marked && i < w->members; i++) {
    const struct freed *f = &w->of[i];
    if (window_memory_written(f->from, f->to) < f->to)
      report(f, "write", NULL, w->date);
  }
}

/* --- what is kept of it --- */

static void let_go(void)
{
  struct freed_window *w = kept.first;
  kept.first = w->next;
  kept.cost -= w->cost;
  judge(w);
  for (int i = 0; i < w->members; i++) {
    struct freed *f = &w->of[i];
    if (f->at.from != f->at.to)
      intervals_remove(rank_entry(&all, f->by.rank), &f->at);
    if (checking->track) checking->track(f->from, f->to, -1);
  }
  window_memory_give(&w->memory);
  free(w->label);
  free(w);
}

/* Where a program does not tell what it uses, that is to crash. */
static void keep(struct window *w)
{
  struct freed_window *f = w->freed;
  size_t bytes = w->memory.size;
  f->memory = w->memory;
  f->marked = marks(w);
  f->cost = sizeof *f + (size_t)f->members * sizeof *f->of +
            (f->memory.mapped ? MAPPED + bytes / MAPPED_PART : bytes);
  window_memory_empty(&f->memory, checking->unseen);
  if (kept.first)
    kept.last->next = f;
  else
    kept.first = f;
  kept.last = f;
  kept.cost += f->cost;
  while (kept.first != f && kept.cost > KEPT)
    let_go();
}

/* --- the observer --- */

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  (void)o;
  if (e->kind == OBSERVED_FREE && window_allocated(e->window->window)) begin(e);
}

/* Nothing is in flight any more. */
static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  const struct window *w = e->window->window;
  (void)o;
  if (e->ends && window_allocated(w) && marks(w))
    window_memory_mark((char *)e->from,
                       (size_t)(e->to - e->from) + e->window->guard);
}

/* The heap leaves it to us. */
static void on_freed(struct observer *o, const struct observed_freed *e)
{
  struct spot by = SPOT(e);
  const struct freed *f = freed_in(by.rank, e->from, e->to);
  struct report r = {.rule = RULE_WINDOW_MEMORY, .date = e->date};
  (void)o;
  if (!f || put_sides(f, &by, &r)) return;
  snprintf(r.headline, sizeof r.headline,
           "%s of memory of %s, which went with the window", by.call,
           freed_label(f));
  snprintf(r.advice, sizeof r.advice,
           "Leave that to MPI_Win_free, which has freed it.");
  report_add(&r);
}

static void on_touch(struct observer *o, const struct observed_touch *e)
{
  const char *what = e->atomic ? "atomic" : e->write ? "store" : "load";
  struct spot by = {what, e->site, e->strand.rank, e->strand.number};
  const struct freed *f = freed_in(by.rank, e->from, e->to);
  (void)o;
  if (f) report(f, what, &by, e->date);
}

static struct observer observer = {.epoch_call = on_epoch_call,
                                   .exposure = on_exposure,
                                   .freed = on_freed,
                                   .touch = on_touch};

void freed_open(void)
{
  observer_add(&observer);
  observers_keep = keep;
}

void freed_close(void)
{
  for (const struct freed_window *w = kept.first; w; w = w->next)
    judge(w);
}
