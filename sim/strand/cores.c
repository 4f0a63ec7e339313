/* Computing on the cores of a rank.
 *
 * A rank has a fixed share of its host's cores, and its strands compute on
 * these alone: k strands on c cores run at full speed while k <= c, else each
 * at c/k of it, as under a fair scheduler whose slices are short. What one
 * rank does never slows another. Invariant: while strands compute, `end` of
 * each is right if none begins or ends before; when the speed changes, all are
 * settled at that date. Without a change, a computation ends exactly its
 * seconds after its beginning. */
#include "cores.h"

#include "crew.h"

#include "../../model/observer.h"
#include "../cost/noise.h"

#include <math.h>

/* One computation, on the stack of its strand. */
struct work {
  struct strand *strand;
  double since, left; /* at that date, so many seconds were left of it */
  double end;
  struct work *next;
};

static int working(const struct crew *c)
{
  int n = 0;
  for (const struct work *w = c->working; w; w = w->next)
    n++;
  return n;
}

static double speed(const struct crew *c, int strands)
{
  return strands <= c->cores ? 1 : (double)c->cores / strands;
}

/* From now on all computations go at the speed `after`; up to now they went at
 * `before`. */
static void settle(struct crew *c, double before, double after)
{
  double now = engine_now();
  if (before == after) return;
  for (struct work *w = c->working; w; w = w->next) {
    w->left = fmax(0, w->left - (now - w->since) * before);
    w->since = now;
    w->end = now + w->left / after;
    rank_wake_at(w->strand, w->end);
  }
}

static void begin(struct crew *c, struct work *w)
{
  int n = working(c);
  settle(c, speed(c, n), speed(c, n + 1));
  w->end = w->since + w->left / speed(c, n + 1);
  w->next = c->working;
  c->working = w;
  rank_wake_at(w->strand, w->end);
}

static void end(struct crew *c, struct work *w)
{
  struct work **at = &c->working;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
  int n = working(c);
  settle(c, speed(c, n + 1), speed(c, n));
}

/* Of what strands of the rank have begun. Those that have a core, or need none,
 * wait for their local time. */
static double left_of(const struct rank *r, double date)
{
  const struct crew *c = r->crew;
  double left = 0;
  for (const struct strand *s = &r->main; s; s = s->next)
    if (s->computes) left += fmax(0, strand_time(s) - date);
  if (!c) return left;
  double now = speed(c, working(c));
  for (const struct work *w = c->working; w; w = w->next)
    left += fmax(0, w->left - (date - w->since) * now);
  return left;
}

double cores_left(double date)
{
  double left = 0;
  for (int i = 0; i < ranks_count(); i++)
    if (rank_of(i)->state != RANK_ENDED) left += left_of(rank_of(i), date);
  return left;
}

/* A rank that never had a second strand has nothing to share; one that has
 * keeps count, since a strand may begin while another computes. */
static void share(double seconds)
{
  struct crew *c = self->crew;
  if (!c) {
    rank_compute(seconds);
    return;
  }
  rank_compute(0);
  struct work w = {self->strand, self->time, seconds, 0, NULL};
  begin(c, &w);
  spent(TERM_COMPUTE, seconds);
  rank_await_date(&w.end);
  end(c, &w);
}

/* Noise does not share: it has no core of its own to wait for. */
void cores_compute(double seconds)
{
  double noise = noisy(self->id, self->time, seconds) - seconds;
  share(seconds);
  self->time += noise;
  rank_meet();
}
