/* Accesses beyond the memory that MPI allocated for a window.
 *
 * Each part has a guard behind it (window_view.guard). A program's own accesses
 * to it are told where they are seen; what was written there otherwise is found
 * when the part goes, or at the end of the run, by the guard's bytes. A program
 * that writes further reaches the next member's part: then that may be in
 * conflict with what its owner does. Invariant: those of a rank are the guards
 * of its windows that are not freed. */
#include "intervals.h"
#include "ranks.h"
#include "rules.h"
#include "spot.h"

#include "../memory.h"
#include "../window/window.h"

#include <stdio.h>
#include <stdlib.h>

struct guard {
  struct interval at; /* what follows the part */
  const struct window_view *window;
  const char *part;
  struct spot made;
  bool told; /* a write there has been reported */
};

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
           "%s outside %s of rank %d: byte %lld is the first, %lld beyond its "
           "%lld bytes",
           what, window_label(g->window), g->window->rank,
           (long long)(first - g->part), (long long)(first - g->at.from),
           (long long)(g->at.from - g->part));
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

static void begin(const struct observed_exposure *e)
{
  struct guard *g = xcalloc(1, sizeof *g);
  *g = (struct guard){.at = {.from = e->to, .to = e->to + e->window->guard},
                      .window = e->window,
                      .part = e->from,
                      .made = SPOT(e)};
  intervals_add(rank_entry(&guards, e->strand.rank), &g->at);
}

static void end(const struct observed_exposure *e)
{
  struct intervals *of = rank_entry(&guards, e->strand.rank);
  struct guard *gone = (struct guard *)intervals_in(of, e->to, e->to + 1);
  judge(gone, e->date);
  intervals_remove(of, &gone->at);
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

static void on_touch(struct observer *o, const struct observed_touch *e)
{
  const struct intervals *of = rank_entry(&guards, e->strand.rank);
  struct interval *i = intervals_in(of, e->from, e->to);
  (void)o;
  for (; i; i = intervals_next(of, i, e->from, e->to)) {
    struct guard *g = (struct guard *)i;
    const char *what = e->atomic ? "atomic" : e->write ? "store" : "load";
    struct spot by = {what, e->site, e->strand.rank, e->strand.number};
    report(g, what, e->from < i->from ? i->from : e->from, &by, e->date);
    if (e->write) g->told = true;
  }
}

void guard_reported(int rank, const char *from, const char *to)
{
  const struct intervals *of = rank_entry(&guards, rank);
  struct interval *i = intervals_in(of, from, to);
  for (; i; i = intervals_next(of, i, from, to))
    ((struct guard *)i)->told = true;
}

static struct observer observer = {.exposure = on_exposure, .touch = on_touch};

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
