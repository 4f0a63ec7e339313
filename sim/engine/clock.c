/* Dates, one after the other: flows that end, events, contexts. */
#include "clock.h"

#include "contexts.h"
#include "engine.h"
#include "events.h"
#include "links.h"

#include <math.h>

double engine_clock;
bool clock_running;

static struct events queue = {.foresees = true};
static struct engine_counts counts;
static unsigned long flows_begun;

static void reach(double date)
{
  if (date > engine_clock) engine_clock = date;
}

void engine_at(double date, void (*f)(void *), void *arg)
{
  events_post(&queue, date > engine_clock ? date : engine_clock, f, arg);
  clock_due();
}

double clock_next(void)
{
  if (contexts_woken()) return engine_clock;
  return fmin(events_head(&queue), links_head());
}

void clock_flow_begun(void)
{
  flows_begun++;
}

void clock_flow_ended(double date)
{
  reach(date);
  counts.flows++;
}

void clock_run(double due)
{
  struct event event;
  /* Flows that end a rounding after an event of this date end at it. */
  double head = links_head() <= due ? links_head() : events_head(&queue);
  if (head <= due) reach(head);
  counts.flows += links_run(due);
  counts.dates += events_head(&queue) <= due;
  while (events_pop(&queue, due, &event)) {
    reach(event.date);
    counts.events++;
    event.f(event.arg);
    engine_serve();
  }
  contexts_run();
}

struct engine_counts engine_counts(void)
{
  struct context_counts of_contexts = context_counts();
  counts.switches = of_contexts.switches;
  counts.parks = of_contexts.parks;
  counts.wakes = of_contexts.wakes;
  counts.pending = queue.n + flows_begun - counts.flows;
  return counts;
}

bool engine_all_pending(bool (*are)(void (*f)(void *), const void *arg))
{
  return flows_begun == counts.flows && events_all(&queue, are);
}

/* --- requests --- */

volatile int engine_requested;
static void (*on_request)(void);

void engine_serve(void)
{
  if (!engine_requested) return;
  engine_requested = 0;
  if (on_request) on_request();
}

void engine_on_request(void (*f)(void))
{
  on_request = f;
}

void engine_request(void)
{
  engine_requested = 1;
}
