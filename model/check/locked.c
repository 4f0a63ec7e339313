/* Windows that are exposed by fences, and locked or exposed by a post at once.
 * [MPI-4.1 12.5, 12.5.3]
 *
 * A fence exposes a window to whom operations come before the next one. From a
 * fence that is a barrier on, locks and posts that come before the next fence
 * fall into that time, whatever rank has them. Those without operations are let
 * pass: a lock locks nothing then. Invariant: of each member the first
 * operation of either kind is known that came in the latest fence epoch to see
 * one. */
#include "rules.h"
#include "watched.h"

#include "../window/window.h"

#include <stdio.h>

static void report(const struct window_view *target,
                   const struct watched_member *m, double date)
{
  struct report r = {.rule = RULE_EPOCH, .date = date, .sides = 2};
  bool locked = m->other_locks;
  spot_side(&m->fenced.by, "epoch: fence", &r.side[0]);
  spot_side(&m->other.by, locked ? "epoch: lock" : "epoch: start", &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, r.side[1].what,
                   r.side[1].place))
    return;
  snprintf(r.headline, sizeof r.headline,
           "epoch: %s of rank %d is exposed by fences and %s at the same time",
           window_label(target), target->rank,
           locked ? "locked" : "by MPI_Win_post");
  snprintf(r.advice, sizeof r.advice,
           "Let a fence come between the two. [MPI-4.1 %s]",
           locked ? "12.5.3" : "12.5");
  report_add(&r);
}

static bool seen[2]; /* of any member: operations of fences, of others */

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  const struct epoch *epoch = &e->window->epoch;
  bool fenced = e->epoch == EPOCH_FENCE;
  unsigned n = epoch->fences;
  (void)o;
  if (!n || epoch->noprecede) return;
  const struct window *w = e->window->window;
  struct watched_member *m = &watched_of(w)->members[e->target];
  struct promise *mine = fenced ? &m->fenced : &m->other;
  const struct promise *theirs = fenced ? &m->other : &m->fenced;
  if (mine->number == n) return;
  *mine = (struct promise){n, SPOT(e)};
  if (!fenced) m->other_locks = e->epoch >= EPOCH_LOCK;
  seen[!fenced] = true;
  if (seen[fenced] && theirs->number == n)
    report(&w->views[e->target], m, e->date);
}

static struct observer observer = {.issue = on_issue};

void locked_open(void)
{
  observer_add(&observer);
}
