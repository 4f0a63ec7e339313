/* One-sided operations: their accesses at origin and target.
 *
 * The origin's buffers are accessed at the issue. So is the target's memory,
 * unless the operation waits for a post or a lock: then when that is there,
 * with what the strand knew at the issue and what came through the post or
 * lock. Invariant: each operation accesses the target's memory once. */
#include "operation.h"

#include "apart.h"
#include "batch.h"
#include "location.h"
#include "memory.h"

#include "../op/op.h"
#include "../pool.h"
#include "../window/window.h"

static struct hash requests = {.dense = true};

/* --- at the target --- */

/* An access to the target that is to come. */
struct access_to_come {
  struct act *act;
  struct observed_data memory;
  int flags;
  struct clock past; /* what the strand knew at the issue */
};

static struct pool pool = POOL(struct access_to_come);
struct access_to_come *operation_latest;

static struct access_to_come *
access_of(struct act *a, const struct observed_issue *e, int flags)
{
  struct access_to_come *c = pool_take(&pool);
  *c = (struct access_to_come){a, e->memory, flags,
                               clock_copy(&act_strand(a)->past)};
  a->references++;
  return c;
}

static void begin_access(struct access_to_come *c, struct carried after)
{
  struct viewer v = {c->act->stamp, &c->past, after};
  memory_access(c->act, &c->memory, c->flags, &v);
  act_unref(c->act);
  clock_drop(&c->past);
  pool_give(&pool, c);
}

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
  struct access_to_come *c = operation_latest;
  operation_latest = NULL;
  begin_access(c, (struct carried){&followed, followed_own});
  clock_drop(&followed);
  followed_own.tick = 0;
}

void operation_admitted(const struct observed_admission *e)
{
  if (operation_latest && operation_latest->act->number == e->number) {
    latest_follows(carrier_past(e->after));
    return;
  }
  struct access_to_come *c = *e->kept;
  if (!c) return;
  *e->kept = c->act->value;
  begin_access(c, carrier_past(e->after));
}

void operation_at_target(const struct observed_applied *e)
{
  struct value *v = *e->kept;
  if (!v) return;
  *e->kept = NULL;
  location_applied(v, e->memory, e->bytes, !e->reads);
}

/* --- issue --- */

static int target_flags(const struct observed_issue *e)
{
  bool no_op = e->op && e->op->predefined == MPI_NO_OP;
  switch (e->kind) {
  case OBSERVED_PUT:
    return RECORD_AT_TARGET | RECORD_WRITES;
  case OBSERVED_GET:
    return RECORD_AT_TARGET;
  default:
    return RECORD_AT_TARGET | RECORD_ATOMIC | (no_op ? 0 : RECORD_WRITES);
  }
}

static struct act *act_of(const struct observed_issue *e)
{
  struct act *a = act_new(check_strand(e->strand), e->call, e->site, e->date);
  a->number = e->number;
  a->kind = (uint8_t)e->kind;
  a->op = e->op ? (uint16_t)(uintptr_t)e->op->predefined : 0;
  a->batch = batch_current(e);
  a->batch->references++;
  return a;
}

static void origin_access(struct act *a, const struct observed_data *d,
                          bool writes)
{
  if (!d->address && !d->type) return;
  apart_access(a, d, writes);
  a->batch->buffers++;
  memory_watch(&a->batch->watched, d);
}

void operation_issued(const struct observed_issue *e)
{
  struct act *a = act_of(e);
  origin_access(a, &e->origin, e->kind == OBSERVED_GET);
  origin_access(a, &e->compare, false);
  origin_access(a, &e->result, true);
  struct access_to_come *c = access_of(a, e, target_flags(e));
  location_issued(a, &e->memory);
  a->requested = e->request;
  if (e->request) act_keep(&requests, a);
  if (e->waits) {
    *e->kept = c;
  } else {
    operation_latest = c;
    *e->kept = a->value;
  }
  act_unref(a);
}

void operation_completed(const struct observed_completion *e)
{
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
