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
  struct clock
      past; /* what the strand knew at the issue, and what it follows */
};

static struct pool pool = POOL(struct access_to_come);
struct access_to_come *operation_latest;

/* What the operation keeps from its access to its application: the act, if
 * it carries values. */
static void *carries(struct act *a)
{
  if (!a->value) return NULL;
  a->references++;
  return a;
}

static struct access_to_come *
access_of(struct act *a, const struct observed_issue *e, int flags)
{
  struct access_to_come *c = pool_take(&pool);
  *c = (struct access_to_come){a, e->memory, flags,
                               clock_copy(&act_strand(a)->past)};
  a->references++;
  return c;
}

static void follow(struct access_to_come *c, struct observed_carrier carrier)
{
  const struct clock *past = carrier_past(carrier);
  if (past) clock_join(&c->past, past);
}

static void begin_access(struct access_to_come *c)
{
  struct viewer v = {c->act->stamp, &c->past};
  memory_access(c->act, &c->memory, c->flags, &v);
  act_unref(c->act);
  clock_drop(&c->past);
  pool_give(&pool, c);
}

void operation_begin_latest(void)
{
  struct access_to_come *c = operation_latest;
  operation_latest = NULL;
  begin_access(c);
}

void operation_admitted(const struct observed_admission *e)
{
  if (operation_latest && operation_latest->act->number == e->number) {
    follow(operation_latest, e->after);
    return;
  }
  struct access_to_come *c = *e->kept;
  if (!c) return;
  *e->kept = carries(c->act);
  follow(c, e->after);
  begin_access(c);
}

void operation_at_target(const struct observed_applied *e)
{
  struct act *a = *e->kept;
  if (!a) return;
  location_applied(a, e->memory, e->bytes, !e->reads);
  *e->kept = NULL;
  act_unref(a);
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
    *e->kept = carries(a);
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
