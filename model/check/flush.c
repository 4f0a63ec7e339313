/* A flush of oneself while operations to others pend: most likely the wrong
 * rank was named, since loads and stores need no flush. A warning.
 *
 * Of each window view the targets with operations since their last completion
 * are kept; `generation` tells those before a completion of all. */
#include "rules.h"
#include "spot.h"

#include "../map.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct target {
  unsigned generation; /* in which `first` was issued; 0: none pends */
  struct spot first;
};

struct view {
  unsigned generation; /* > 0 */
  struct map targets;  /* struct target by rank in the window */
  long others;         /* targets with pending operations, but for itself */
};

static struct map views; /* by struct window_view */

static struct view *view_of(const struct window_view *v)
{
  struct view *x = map_find(&views, (uint64_t)(uintptr_t)v);
  if (x) return x;
  x = xcalloc(1, sizeof *x);
  x->generation = 1;
  map_add(&views, (uint64_t)(uintptr_t)v, x);
  return x;
}

static struct target *target_of(struct view *x, int rank)
{
  struct target *t = map_find(&x->targets, (uint64_t)rank);
  if (t) return t;
  t = xcalloc(1, sizeof *t);
  map_add(&x->targets, (uint64_t)rank, t);
  return t;
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  struct view *x = view_of(e->window);
  struct target *t = target_of(x, e->target);
  (void)o;
  if (t->generation == x->generation) return;
  *t = (struct target){x->generation, SPOT(e)};
  x->others += e->target != e->window->rank;
}

static void report(const struct observed_completion *e,
                   const struct target *pending, int target)
{
  struct report r = {.rule = RULE_FLUSH_SELF, .date = e->date, .sides = 2};
  struct spot by = SPOT(e);
  char note[64];
  snprintf(note, sizeof note, "to rank %d", target);
  spot_side(&pending->first, note, &r.side[0]);
  r.side[0].state = "not yet complete";
  snprintf(note, sizeof note, "of rank %d, itself", e->target);
  spot_side(&by, note, &r.side[1]);
  snprintf(r.headline, sizeof r.headline,
           "flush of oneself on %s, while operations to others pend",
           window_label(e->window));
  snprintf(r.advice, sizeof r.advice,
           "It completes nothing of them; name their target.");
  report_add(&r);
}

static void check_flush(const struct observed_completion *e, struct view *x)
{
  const struct target *own = target_of(x, e->target);
  if (own->generation == x->generation || !x->others) return;
  for (uint32_t i = 0; i < x->targets.count; i++) {
    const struct target *t = x->targets.entries[i].value;
    if (t->generation != x->generation) continue;
    report(e, t, (int)x->targets.entries[i].key);
    return;
  }
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  (void)o;
  if (e->kind == OBSERVED_REQUEST || e->kind == OBSERVED_EXPOSED) return;
  struct view *x = view_of(e->window);
  if (e->target < 0) {
    x->generation++;
    x->others = 0;
    return;
  }
  if (e->target == e->window->rank &&
      strncmp(e->call, "MPI_Win_flush", 13) == 0)
    check_flush(e, x);
  struct target *t = target_of(x, e->target);
  if (t->generation != x->generation) return;
  t->generation = 0;
  x->others -= e->target != e->window->rank;
}

static struct observer observer = {.issue = on_issue,
                                   .completion = on_completion};

void flush_open(void)
{
  observer_add(&observer);
}
