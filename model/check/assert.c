/* Assertions that are not true. [MPI-4.1 12.5.5]
 *
 * NOPRECEDE and NOSUCCEED of one rank, and whether NOCHECK is true in this run,
 * are checked at every call (model/window, sim/rma). Here: NOSTORE, NOPUT,
 * posts with NOCHECK that a start does not know of, and fences whose ranks do
 * not agree. (Locks with NOCHECK: held.c.) Who has left a fence may be behind a
 * target that calls the next one: of two watched.h keeps what was promised. */
#include "exposed.h"
#include "operation.h"
#include "rules.h"
#include "strand.h"
#include "watched.h"

#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const struct window_view *of, const char *name,
                   const struct spot *a, const char *note_a,
                   const struct spot *b, const char *note_b, double date,
                   const char *advice)
{
  struct report r = {.rule = RULE_ASSERT, .date = date, .sides = 2};
  spot_side(a, note_a, &r.side[0]);
  spot_side(b, note_b, &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, r.side[1].what,
                   r.side[1].place))
    return;
  snprintf(r.headline, sizeof r.headline,
           "broken assertion %s on %s of rank %d", name, window_label(of),
           of->rank);
  snprintf(r.advice, sizeof r.advice, "%s", advice);
  report_add(&r);
}

/* --- NOSTORE --- */

static void check_nostore(const struct observed_epoch_call *e,
                          struct exposed *x)
{
  struct spot by = SPOT(e);
  if (!(e->assertion & MPI_MODE_NOSTORE)) return;
  report(
      e->window, "MPI_MODE_NOSTORE", &x->updated, NULL, &by, NULL, e->date,
      "It says that the rank has not written to its part of the window since "
      "its last synchronisation there; leave it out.");
}

static void synchronised(const struct observed_epoch_call *e)
{
  for (struct exposed *x = e->window->exposed; x; x = x->next) {
    if (!x->updated.call) continue;
    check_nostore(e, x);
    exposed_synchronised(x);
  }
}

/* --- NOCHECK of posts and starts --- */

static void check_start(const struct observed_epoch_call *e, int target)
{
  const struct window *w = e->window->window;
  const struct watched_pair *p = watched_pair(w, e->window->rank, target);
  struct viewer v = strand_viewer(check_strand(e->strand));
  struct spot by = SPOT(e);
  char advice[256];
  if (viewer_knows(&v, p->posted)) return;
  snprintf(advice, sizeof advice,
           "It says that MPI_Win_post comes before MPI_Win_start. Let rank %d "
           "know, as by a message, that rank %d has left MPI_Win_post, before "
           "it calls MPI_Win_start; or leave the assertion out of both.",
           by.rank, p->post.rank);
  report(&w->views[target], "MPI_MODE_NOCHECK", &p->post, NULL, &by, NULL,
         e->date, advice);
}

static void check_started(const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  bool starts = e->kind == OBSERVED_START;
  struct group *named = starts ? v->epoch.started : v->epoch.posted;
  const struct check_strand *s = check_strand(e->strand);
  for (int i = 0; i < group_size(named); i++) {
    int other = group_rank(v->window->comm->group, group_world(named, i));
    if (starts)
      check_start(e, other);
    else
      watched_pair(v->window, other, v->rank)->posted =
          (struct stamp){s->id, s->now};
  }
}

/* --- NOPUT --- */

static void report_noput(const struct window_view *target,
                         const struct spot *promise, const struct spot *update,
                         double date)
{
  report(target, "MPI_MODE_NOPUT", promise, NULL, update, NULL, date,
         "It says that nobody puts or accumulates into this part of the window "
         "before the epoch ends; leave it out.");
}

static bool updates(enum observed_kind kind, MPI_Op op)
{
  return kind != OBSERVED_GET && op != MPI_NO_OP;
}

/* Somebody has promised it of a fence, of a post. */
static bool fenced_noput, posted_noput;

/* An operation to a target that has posted, and this is that epoch. */
static void updated_posted(const struct window_view *target,
                           const struct spot *by, double date)
{
  const struct watched_member *m =
      &watched_of(target->window)->members[target->rank];
  if (m->posted.number == m->posts)
    report_noput(target, &m->posted.by, by, date);
}

static void updated_fenced(const struct observed_issue *e,
                           const struct window_view *target,
                           const struct spot *by)
{
  unsigned n = e->window->epoch.fences;
  const struct promise *p =
      &watched_of(target->window)->members[target->rank].noput[n % FENCES_KEPT];
  if (p->number == n) report_noput(target, &p->by, by, e->date);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  bool fence = fenced_noput && e->epoch == EPOCH_FENCE;
  bool start = posted_noput && e->epoch == EPOCH_START && !e->waits;
  (void)o;
  MPI_Op op = e->op ? e->op->predefined : 0;
  if ((!fence && !start) || !updates(e->kind, op)) return;
  const struct window_view *target = &e->window->window->views[e->target];
  struct spot by = SPOT(e);
  if (fence)
    updated_fenced(e, target, &by);
  else
    updated_posted(target, &by, e->date);
}

/* One that had to wait for the post. */
static void on_admission(struct observer *o, const struct observed_admission *e)
{
  const struct act *a = posted_noput ? operation_waited(e) : NULL;
  (void)o;
  if (!a || a->batch->epoch != EPOCH_START ||
      !updates(a->kind, act_operator(a)))
    return;
  const struct check_strand *s = act_strand(a);
  struct spot by = {a->by->what, a->by->site, s->rank, s->number};
  updated_posted(&act_window(a)->views[batch_target(a->batch)], &by, a->date);
}

static void promise_noput(const struct observed_epoch_call *e,
                          struct watched_member *m)
{
  struct spot by = SPOT(e);
  unsigned n = e->window->epoch.fences;
  if (e->kind == OBSERVED_POST) m->posts++;
  if (!(e->assertion & MPI_MODE_NOPUT)) return;
  if (e->kind == OBSERVED_POST) {
    m->posted = (struct promise){m->posts, by};
    posted_noput = true;
    return;
  }
  m->noput[n % FENCES_KEPT] = (struct promise){n, by};
  fenced_noput = true;
}

/* --- what all ranks must say alike --- */

static const struct {
  int bit;
  const char *name;
} agreed[] = {{MPI_MODE_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
              {MPI_MODE_NOSUCCEED, "MPI_MODE_NOSUCCEED"}};

static void disagree(const struct observed_epoch_call *e,
                     const struct watched_fence *first, int bit,
                     const char *name)
{
  struct report r = {.rule = RULE_ASSERT, .date = e->date, .sides = 2};
  struct spot by = SPOT(e);
  char note[64];
  snprintf(note, sizeof note, "with %s", name);
  spot_side(&first->by, first->assertion & bit ? note : NULL, &r.side[0]);
  spot_side(&by, e->assertion & bit ? note : NULL, &r.side[1]);
  snprintf(r.headline, sizeof r.headline,
           "not all ranks give %s to a fence on %s", name,
           window_label(e->window));
  snprintf(r.advice, sizeof r.advice,
           "All ranks of the window must give it, or none.");
  report_add(&r);
}

static void compare_fences(const struct observed_epoch_call *e,
                           struct watched *x)
{
  unsigned n = e->window->epoch.fences;
  struct watched_fence *first = &x->fences[n % FENCES_KEPT];
  if (first->number != n) {
    *first = (struct watched_fence){n, e->assertion, SPOT(e)};
    return;
  }
  for (int i = 0; i < 2; i++)
    if ((e->assertion ^ first->assertion) & agreed[i].bit)
      disagree(e, first, agreed[i].bit, agreed[i].name);
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  (void)o;
  synchronised(e);
  if (!e->type && e->assertion & MPI_MODE_NOCHECK) check_started(e);
  if (e->kind != OBSERVED_FENCE && e->kind != OBSERVED_POST) return;
  struct watched *x = watched_of(e->window->window);
  promise_noput(e, &x->members[e->window->rank]);
  if (e->kind == OBSERVED_FENCE) compare_fences(e, x);
}

static struct observer observer = {
    .issue = on_issue, .admission = on_admission, .epoch_call = on_epoch_call};

void assert_open(void)
{
  observer_add(&observer);
}
