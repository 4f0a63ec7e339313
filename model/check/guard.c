/* Accesses beyond the memory that MPI allocated for a window.
 *
 * Each part has a guard behind it (window_view.guard). A program's own accesses
 * to it are told where they are seen; what was written there otherwise is found
 * when the part goes, or at the end of the run, by the guard's bytes. A program
 * that writes further reaches the next member's part: then that may be in
 * conflict with what its owner does. Invariant: those of a rank are the guards
 * of its windows that are not freed; of these, others reach those of shared
 * windows, and of parts that somebody asked for. */
#include "intervals.h"
#include "ranks.h"
#include "rules.h"
#include "spot.h"

#include "../memory.h"
#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct guard {
  struct interval at; /* what follows the part */
  const struct window_view *window;
  const char *part;
  struct spot made;
  bool told;               /* a write there has been reported */
  struct reached *reached; /* NULL: by its rank alone */
};

/* One that other ranks may come to. */
struct reached {
  struct interval at;
  struct guard *guard;
};
static struct intervals reached;

/* Pages that have none of those; what is accessed again and again is looked for
 * once. Invariant: each is at its number's place; 0: none is. */
enum { PAGE = 4096, CLEAR = 512 };
static uintptr_t clear[CLEAR];

static uintptr_t *clear_at(uintptr_t page)
{
  return &clear[page % CLEAR];
}

__attribute__((noinline)) static struct interval *look(const char *from,
                                                       const char *to)
{
  const char *page = from - (uintptr_t)from % PAGE;
  bool within = to - page <= PAGE;
  if (within && !intervals_in(&reached, page, page + PAGE)) {
    *clear_at((uintptr_t)from / PAGE) = (uintptr_t)from / PAGE;
    return NULL;
  }
  return intervals_in(&reached, from, to);
}

static struct interval *reached_in(const char *from, const char *to)
{
  uintptr_t page = (uintptr_t)from / PAGE;
  if (!reached.root) return NULL;
  if (*clear_at(page) == page && (uintptr_t)(to - 1) / PAGE == page)
    return NULL;
  return look(from, to);
}

static struct rank_table guards = {sizeof(struct intervals), NULL, 0};

/* `by`: NULL: not known, which was compiled without our instrumentation. */
static void report(const struct guard *g, const char *what, const char *first,
                   const struct spot *by, double date)
{
  struct report r = {
      .rule = RULE_WINDOW_MEMORY, .date = date, .sides = by ? 2 : 1};
  const struct report_side *other = &r.side[1];
  spot_side(&g->made, NULL, &r.side[0]);
  if (by) spot_side(by, NULL, &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, other->what,
                   other->place))
    return;
  snprintf(r.headline, sizeof r.headline,
           "%s outside %s of rank %d: at byte %lld, beyond its bytes [0, %lld)",
           what, window_label(g->window), g->window->rank,
           (long long)(first - g->part), (long long)(g->at.from - g->part));
  snprintf(r.advice, sizeof r.advice,
           "Stay within the part, or allocate more.%s",
           by || !checking->unseen ? ""
                                   : " orielcc --check tells where the program "
                                     "writes there.");
  report_add(&r);
}

static void judge(const struct guard *g, double date)
{
  const char *at = window_memory_written(g->at.from, g->at.to);
  if (at < g->at.to && !g->told) report(g, "write", at, NULL, date);
}

static void reach(struct guard *g)
{
  if (g->reached) return;
  g->reached = xmalloc(sizeof *g->reached);
  *g->reached =
      (struct reached){.at = {.from = g->at.from, .to = g->at.to}, .guard = g};
  intervals_add(&reached, &g->reached->at);
  for (const char *at = g->at.from; at < g->at.to; at += PAGE)
    *clear_at((uintptr_t)at / PAGE) = 0;
  *clear_at((uintptr_t)(g->at.to - 1) / PAGE) = 0;
}

static void begin(const struct observed_exposure *e)
{
  struct guard *g = xcalloc(1, sizeof *g);
  *g = (struct guard){.at = {.from = e->to, .to = e->to + e->window->guard},
                      .window = e->window,
                      .part = e->from,
                      .made = SPOT(e)};
  intervals_add(rank_entry(&guards, e->strand.rank), &g->at);
  if (window_shared(e->window->window)) reach(g);
}

static void end(const struct observed_exposure *e)
{
  struct intervals *of = rank_entry(&guards, e->strand.rank);
  struct guard *gone = (struct guard *)intervals_in(of, e->to, e->to + 1);
  judge(gone, e->date);
  intervals_remove(of, &gone->at);
  if (gone->reached) intervals_remove(&reached, &gone->reached->at);
  free(gone->reached);
  free(gone);
}

static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  (void)o;
  if (!e->window->guard) return;
  if (e->ends)
    end(e);
  else
    begin(e);
}

/* One that is not there yet sees itself that it was asked for. */
static void on_query(struct observer *o, const struct observed_query *e)
{
  const struct window_view *v = e->window;
  const struct exposure *x = &v->window->exposures[v->rank];
  const char *end = x->base + x->size;
  int rank = group_world(v->window->comm->group, v->rank);
  (void)o;
  if (!v->guard) return;
  struct interval *i = intervals_in(rank_entry(&guards, rank), end, end + 1);
  if (i) reach((struct guard *)i);
}

/* The rank's own first; NULL: no more. */
static struct guard *next_guard(int rank, const struct guard *after,
                                const char *from, const char *to)
{
  struct intervals *own = rank_entry(&guards, rank);
  const struct interval *i = NULL;
  if (!after || after->made.rank == rank) {
    i = after ? intervals_next(own, &after->at, from, to)
              : intervals_in(own, from, to);
    if (i) return (struct guard *)i;
  } else {
    i = &after->reached->at;
  }
  i = i ? intervals_next(&reached, i, from, to) : reached_in(from, to);
  while (i && ((const struct reached *)i)->guard->made.rank == rank)
    i = intervals_next(&reached, i, from, to);
  return i ? ((const struct reached *)i)->guard : NULL;
}

__attribute__((noinline)) static void touched(const struct observed_touch *e)
{
  struct guard *g = next_guard(e->strand.rank, NULL, e->from, e->to);
  for (; g; g = next_guard(e->strand.rank, g, e->from, e->to)) {
    const char *what = e->atomic ? "atomic" : e->write ? "store" : "load";
    struct spot by = {what, e->site, e->strand.rank, e->strand.number};
    report(g, what, e->from < g->at.from ? g->at.from : e->from, &by, e->date);
    if (e->write) g->told = true;
  }
}

/* Most are none of these. */
static void on_touch(struct observer *o, const struct observed_touch *e)
{
  const struct intervals *own = rank_entry(&guards, e->strand.rank);
  (void)o;
  if (intervals_in(own, e->from, e->to) || reached_in(e->from, e->to))
    touched(e);
}

bool guard_part(int rank, const char *at, struct check_memory *part)
{
  const struct guard *g = next_guard(rank, NULL, at, at + 1);
  if (g) *part = (struct check_memory){.from = g->part, .to = g->at.from};
  return g != NULL;
}

void guard_reported(int rank, const char *from, const char *to)
{
  struct guard *g = next_guard(rank, NULL, from, to);
  for (; g; g = next_guard(rank, g, from, to))
    g->told = true;
}

static struct observer observer = {
    .exposure = on_exposure, .query = on_query, .touch = on_touch};

void guard_open(void)
{
  observer_add(&observer);
}

void guard_close(double date)
{
  const char *last = (const char *)UINTPTR_MAX;
  for (int rank = 0; rank < guards.count; rank++) {
    const struct intervals *of = rank_entry(&guards, rank);
    const struct interval *i = NULL;
    while ((i = intervals_next(of, i, NULL, last)))
      judge((const struct guard *)i, date);
  }
}
