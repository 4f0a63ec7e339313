/* One-sided operations: their accesses at origin and target.
 *
 * The origin's buffers are accessed at the issue. So is the target's memory,
 * unless the operation waits for a post or a lock: then when that is there,
 * with what the strand knew at the issue and what came through the post or
 * lock. Invariant: each operation accesses the target's memory once. */
#include "operation.h"

#include "apart.h"
#include "batch.h"
#include "buffer.h"
#include "location.h"
#include "memory.h"

#include "../op/op.h"

static struct hash requests = {.dense = true};

/* --- at the target --- */

static int target_flags(const struct act *a)
{
  switch (a->kind) {
  case OBSERVED_PUT:
    return RECORD_AT_TARGET | RECORD_WRITES;
  case OBSERVED_GET:
    return RECORD_AT_TARGET;
  default:
    return RECORD_AT_TARGET | RECORD_ATOMIC |
           (act_operator(a) == MPI_NO_OP ? 0 : RECORD_WRITES);
  }
}

/* With what its strand knew at the issue. */
static void access_target(struct act *a, const struct observed_data *memory,
                          const struct clock *past, struct carried after)
{
  struct viewer v = {a->stamp, past, after};
  memory_access(a, memory, target_flags(a), &v);
}

/* One that does not wait: its strand knows no more than at the issue. */
struct act *operation_latest;
static struct observed_data latest_memory;
static uint64_t latest_number;

/* What the latest one follows. */
static struct clock followed;
static struct stamp followed_own;

static void latest_follows(struct carried after)
{
  if (!after.past) return;
  clock_note(&followed, followed_own);
  clock_join(&followed, after.past);
  followed_own = after.own;
}

void operation_begin_latest(void)
{
  struct act *a = operation_latest;
  operation_latest = NULL;
  access_target(a, &latest_memory, &act_strand(a)->past,
                (struct carried){&followed, followed_own});
  act_unref(a);
  clock_drop(&followed);
  followed_own.tick = 0;
}

/* It has just been issued, and is told of what it follows. */
static bool is_latest(const struct observed_admission *e)
{
  return operation_latest && latest_number == e->number;
}

const struct act *operation_waited(const struct observed_admission *e)
{
  const struct value *v = *e->kept;
  return v && !is_latest(e) ? v->act : NULL;
}

void operation_admitted(const struct observed_admission *e)
{
  if (is_latest(e)) {
    latest_follows(carrier_past(e->after));
    return;
  }
  struct value *v = *e->kept;
  if (!v) return;
  access_target(v->act, &v->memory, &v->clock, carrier_past(e->after));
  *e->kept = location_admitted(v);
}

void operation_at_target(const struct observed_applied *e)
{
  struct value *v = *e->kept;
  if (!v) return;
  *e->kept = NULL;
  location_applied(v, &e->memory, !e->reads);
}

void operation_foresee(void *const *kept, const void *memory, bool applied,
                       int stage)
{
  const struct value *v = stage > 1 ? *kept : NULL;
  if (stage > 1 && !v) return;
  if (stage == 1) memory_ask(kept);
  if (stage == 2) memory_ask_to_write(v);
  if (stage == 3) memory_ask_to_write(v->act);
  if (applied)
    location_foresee(memory, stage > 2 ? v->target : 0, stage);
  else if (stage < 4)
    history_foresee(memory, stage);
}

/* --- issue --- */

static bool is_there(const struct observed_data *d)
{
  return d->address || d->type;
}

static struct act *act_of(const struct observed_issue *e)
{
  int buffers =
      is_there(&e->origin) + is_there(&e->compare) + is_there(&e->result);
  struct act *a = act_new(check_strand(e->strand), e->call, e->site, e->date);
  a->kind = (uint8_t)e->kind;
  a->op = e->op ? (uint16_t)(uintptr_t)e->op->predefined : 0;
  a->batch = batch_current(e, buffers);
  a->batch->references++;
  return a;
}

static void origin_access(struct act *a, const struct observed_data *d,
                          bool writes)
{
  if (!is_there(d)) return;
  struct observed_data there = buffer_that_is_there(d);
  apart_access(a, &there, writes);
  memory_watch(&a->batch->watched, &there);
}

/* What its access at the target touches is asked for here and there, since that
 * is the next event's work. */
void operation_issued(const struct observed_issue *e)
{
  if (!e->waits) history_foresee(e->memory.address, 1);
  struct act *a = act_of(e);
  if (!e->waits) history_foresee(e->memory.address, 2);
  origin_access(a, &e->origin, e->kind == OBSERVED_GET);
  origin_access(a, &e->compare, false);
  origin_access(a, &e->result, true);
  *e->kept = location_issued(a, &e->memory, e->waits);
  a->requested = e->request;
  if (e->request) act_keep(&requests, e->number, a);
  if (e->waits) {
    check_strand(e->strand)->now++; /* it does not follow what comes now */
    act_unref(a);
    return;
  }
  history_foresee(e->memory.address, 3);
  operation_latest = a;
  latest_memory = e->memory;
  latest_number = e->number;
}

void operation_completed(const struct observed_completion *e)
{
  apart_ask(e->strand.rank);
  if (e->kind != OBSERVED_REQUEST) {
    batch_complete(e);
    return;
  }
  struct act *a = act_take(&requests, e->number);
  if (!a) return;
  act_complete(a, e->strand, e->call, e->site);
  location_fetched(a, check_strand(e->strand));
  act_unref(a);
}
