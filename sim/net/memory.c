/* Memory sharing in virtual time: progress, in bytes, is the clock.
 *
 * All transfers of a host progress alike, so they end in the order of the
 * progress at which they end. Invariant: with a transfer under way an event is
 * posted for `due`; one that comes before `due` is stale, as more transfers
 * came after it was posted. */
#include "memory.h"

#include "../cost/cost.h"
#include "../engine/engine.h"
#include "../vain.h"

#include <math.h>

static double rate(const struct memory *memory)
{
  return fmin(cost.copy, memory->bandwidth / memory->ends.n);
}

static void progress_to_now(struct memory *memory)
{
  double now = engine_now();
  if (memory->ends.n == 0)
    memory->progress = 0;
  else
    memory->progress += (now - memory->since) * rate(memory);
  memory->since = now;
}

static void ends(void *);

static void post_next(struct memory *memory)
{
  if (memory->ends.n == 0) return;
  double left = events_head(&memory->ends) - memory->progress;
  memory->due = memory->since + fmax(left, 0) / rate(memory);
  engine_at(memory->due, ends, memory);
}

static void ends(void *arg)
{
  struct memory *memory = arg;
  struct event end;
  if (memory->ends.n == 0 || engine_now() < memory->due) return;
  progress_to_now(memory);
  /* It is the head's end by construction, whatever the rounding. */
  double reached = fmax(memory->progress, events_head(&memory->ends));
  memory->progress = reached;
  while (events_pop(&memory->ends, reached, &end))
    engine_at(engine_now(), end.f, end.arg);
  post_next(memory);
}

/* The end of a transfer is in vain if all transfers are. */
static bool ends_in_vain(const void *arg)
{
  const struct memory *memory = arg;
  return events_all(&memory->ends, vain_event);
}

void memory_transfers_open(void)
{
  vain_add(ends, ends_in_vain);
}

void memory_transfer(struct memory *memory, double bytes, void (*f)(void *),
                     void *arg)
{
  progress_to_now(memory);
  events_post(&memory->ends, memory->progress + bytes, f, arg);
  post_next(memory);
}
