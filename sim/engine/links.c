/* Links in turns: a list of those that wait for each, a queue of ends.
 *
 * Invariant: a flow either has both of its links, which are `taken`, and an
 * end in the queue, or is in the lists of both, of which one at least is taken.
 * Lists are walked: their users keep them short (PLACES in places.c). */
#include "links.h"

#include "../../model/memory.h"
#include "../../model/pool.h"
#include "engine.h"
#include "events.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

struct flow {
  unsigned long number; /* of those that were asked for */
  int links[2];
  double bytes;
  void (*f)(void *);
  void *arg;
  struct flow *next[2]; /* that waits for this link, too */
};

struct link {
  double bandwidth;
  struct flow *first; /* that waits for it */
  bool taken;
};

/* What is closer than this is at one date: sums of the same times may differ in
 * their last bits. SimGrid takes flows so, too (SIMGRID_PRECISION). */
static const double closest = 1e-12;

static struct link *links;
static struct pool flows = POOL(struct flow);
static struct events ends;
static unsigned long asked;

static struct ended {
  struct flow **flows;
  unsigned n, room;
} ended; /* at this date */

void links_open(int n)
{
  free(links);
  links = xcalloc(n, sizeof *links);
}

void links_set(int link, double bandwidth)
{
  links[link].bandwidth = bandwidth;
}

/* --- those that wait --- */

static struct flow **next_of(struct flow *f, int link)
{
  return &f->next[f->links[1] == link];
}

static void wait_for(struct flow *f, int link)
{
  struct flow **at = &links[link].first;
  while (*at)
    at = next_of(*at, link);
  *at = f;
  *next_of(f, link) = NULL;
}

static void wait_no_more(struct flow *f, int link)
{
  struct flow **at = &links[link].first;
  while (*at != f)
    at = next_of(*at, link);
  *at = *next_of(f, link);
}

/* --- those that have their links --- */

static void end(void *arg)
{
  GROW(ended.flows, ended.n, ended.room, 64);
  ended.flows[ended.n++] = arg;
}

static bool begin(struct flow *f)
{
  struct link *a = &links[f->links[0]], *b = &links[f->links[1]];
  if (a->taken || b->taken) return false;
  a->taken = b->taken = true;
  double seconds = f->bytes / fmin(a->bandwidth, b->bandwidth);
  events_post(&ends, engine_now() + seconds, end, f);
  return true;
}

/* The first one that waits for it and can have it begins. */
static void link_free(int link)
{
  struct flow *f = links[link].first;
  links[link].taken = false;
  while (f && !begin(f))
    f = *next_of(f, link);
  if (!f) return;
  wait_no_more(f, f->links[0]);
  wait_no_more(f, f->links[1]);
}

void links_flow(int first, int last, double bytes, void (*f)(void *), void *arg)
{
  struct flow *flow = pool_take(&flows);
  *flow = (struct flow){.number = asked++,
                        .links = {first, last},
                        .bytes = bytes,
                        .f = f,
                        .arg = arg};
  if (begin(flow)) return;
  wait_for(flow, first);
  wait_for(flow, last);
}

/* --- ends --- */

static int by_number(const void *a, const void *b)
{
  unsigned long x = (*(struct flow *const *)a)->number;
  unsigned long y = (*(struct flow *const *)b)->number;
  return (x > y) - (x < y);
}

static void ended_sort(void)
{
  for (unsigned i = 1; i < ended.n; i++)
    if (ended.flows[i]->number < ended.flows[i - 1]->number) {
      qsort(ended.flows, ended.n, sizeof *ended.flows, by_number);
      return;
    }
}

double links_head(void)
{
  return events_head(&ends);
}

unsigned links_run(double until)
{
  struct event event;
  ended.n = 0;
  while (events_pop(&ends, until + closest, &event))
    event.f(event.arg);
  ended_sort();
  for (unsigned i = 0; i < ended.n; i++) {
    struct flow f = *ended.flows[i];
    pool_give(&flows, ended.flows[i]);
    link_free(f.links[0]);
    link_free(f.links[1]);
    f.f(f.arg);
  }
  return ended.n;
}
