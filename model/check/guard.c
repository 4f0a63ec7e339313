/* Accesses beyond the memory that MPI allocated for a window.
 *
 * Each part has a guard behind it (window_view.guard). A program's own accesses
 * to it are told where they are seen; what was written there otherwise is found
 * when the part goes, or at the end of the run, by the guard's bytes. A program
 * that writes further reaches the next member's part: then that may be in
 * conflict with what its owner does. Invariant: the list of a rank has the
 * guards of its windows that are not freed. */
#include "ranks.h"
#include "rules.h"
#include "spot.h"

#include "../memory.h"
#include "../window/window.h"

#include <stdio.h>
#include <stdlib.h>

struct guard {
  const struct window_view *window;
  const char *part, *from, *to; /* [from, to) follows the part */
  struct spot made;
  bool told; /* a store there has been reported */
  struct guard *next;
};

static struct rank_table lists = {sizeof(struct guard *), NULL, 0};

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
           (long long)(first - g->part), (long long)(first - g->from),
           (long long)(g->from - g->part));
  snprintf(r.advice, sizeof r.advice,
           "Stay within the part, or allocate more.%s",
           by || !checking->unseen ? ""
                                   : " orielcc --check tells where the program "
                                     "writes there.");
  report_add(&r);
}

static void judge(const struct guard *g, double date)
{
  const char *at = g->from;
  while (at < g->to && (unsigned char)*at == WINDOW_GUARD)
    at++;
  if (at < g->to && !g->told) report(g, "write", at, NULL, date);
}

static void begin(const struct observed_exposure *e)
{
  struct guard **list = rank_entry(&lists, e->strand.rank);
  struct guard *g = xcalloc(1, sizeof *g);
  *g = (struct guard){.window = e->window,
                      .part = e->from,
                      .from = e->to,
                      .to = e->to + e->window->guard,
                      .made = SPOT(e),
                      .next = *list};
  *list = g;
}

static void end(const struct observed_exposure *e)
{
  struct guard **p = rank_entry(&lists, e->strand.rank);
  while ((*p)->window != e->window)
    p = &(*p)->next;
  struct guard *gone = *p;
  judge(gone, e->date);
  *p = gone->next;
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
  struct guard **list = rank_entry(&lists, e->strand.rank);
  (void)o;
  for (struct guard *g = *list; g; g = g->next) {
    const char *what = e->atomic ? "atomic" : e->write ? "store" : "load";
    struct spot by = {what, e->site, e->strand.rank, e->strand.number};
    if (e->from >= g->to || e->to <= g->from) continue;
    report(g, what, e->from < g->from ? g->from : e->from, &by, e->date);
    if (e->write) g->told = true;
  }
}

static struct observer observer = {.exposure = on_exposure, .touch = on_touch};

void guard_open(void)
{
  observer_add(&observer);
}

void guard_close(double date)
{
  for (int i = 0; i < lists.count; i++)
    for (const struct guard *g = *(struct guard **)rank_entry(&lists, i); g;
         g = g->next)
      judge(g, date);
}
