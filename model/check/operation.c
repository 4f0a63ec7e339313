/* One-sided operations: their accesses at origin and target.
 *
 * The origin's buffers are accessed at the issue. So is the target's memory,
 * unless the operation waits for a post or a lock: then when that is there,
 * with what the strand knew at the issue and what came through the post or
 * lock. Invariant: each operation accesses the target's memory once. */
#include "operation.h"

#include "batch.h"
#include "location.h"
#include "memory.h"

#include "../op/op.h"
#include "../pool.h"
#include "../window/window.h"

static struct hash requests = {.dense = true};

/* --- operations that may wait --- */

struct waiting {
  struct act *act;
  struct observed_data memory;
  struct datatype *type; /* a reference */
  int flags;
  struct clock past; /* when it was issued */
};

static struct pool pool = POOL(struct waiting);
static struct hash queue = {.dense = true};
static struct waiting *latest; /* issued by the last event, not admitted yet */

static void waiting_free(struct waiting *p)
{
  act_unref(p->act);
  if (p->type) datatype_unref(p->type);
  clock_drop(&p->past);
  pool_give(&pool, p);
}

/* Its access to the target begins; `after` may be NULL. */
static void admit(struct waiting *p, const struct clock *after)
{
  struct viewer v = {{p->act->strand->id, p->act->tick}, &p->past};
  if (after) clock_join(&p->past, after);
  memory_access(p->act, &p->memory, p->flags, &v);
}

void operation_settle(void)
{
  struct waiting *p = latest;
  if (!p) return;
  latest = NULL;
  admit(p, NULL);
  waiting_free(p);
}

void operation_admitted(const struct observed_admission *e)
{
  const struct clock *after = carrier_past(e->after);
  if (latest && latest->act->number == e->number) {
    if (after) clock_join(&latest->past, after);
    return;
  }
  struct waiting *p = hash_take(&queue, (struct hash_key){e->number, 0});
  if (!p) return;
  admit(p, after);
  waiting_free(p);
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

/* That which it begins with. */
static void begin(struct batch *g, const struct observed_issue *e)
{
  if (g->call) return;
  g->number = e->number;
  g->call = e->call;
  g->site = e->site;
  g->strand = e->strand.number;
}

static struct act *act_of(const struct observed_issue *e)
{
  struct act *a = act_new(check_strand(e->strand), e->call, e->site, e->date);
  a->number = e->number;
  a->kind = (uint8_t)e->kind;
  a->op = e->op;
  a->window = e->window;
  a->target = e->target;
  a->target_world = group_world(e->window->window->comm->group, e->target);
  a->epoch = (uint8_t)e->epoch;
  a->opened = e->opened;
  a->batch = batch_current(e->window, e->target);
  a->batch->references++;
  begin(a->batch, e);
  return a;
}

/* The batch ends that when it is locally complete. */
static void watch(struct act *a, const struct observed_data *d)
{
  bool first = !a->watches;
  memory_watch(a, d);
  if (!a->watches || !first) return;
  a->references++;
  a->next_watched = a->batch->watched;
  a->batch->watched = a;
}

static void origin_access(struct act *a, const struct observed_data *d,
                          int flags)
{
  struct viewer v = strand_viewer(a->strand);
  if (!d->address && !d->type) return;
  memory_access(a, d, flags, &v);
  watch(a, d);
}

void operation_issued(const struct observed_issue *e)
{
  struct act *a = act_of(e);
  bool gets = e->kind == OBSERVED_GET;
  origin_access(a, &e->origin, gets ? RECORD_WRITES : 0);
  origin_access(a, &e->compare, 0);
  origin_access(a, &e->result, RECORD_WRITES);
  struct waiting *p = pool_take(&pool);
  *p = (struct waiting){.act = a,
                        .memory = e->memory,
                        .type = datatype_ref(e->memory.type),
                        .flags = target_flags(e),
                        .past = clock_copy(&a->strand->past)};
  location_issued(a, &e->memory);
  a->requested = e->request;
  if (e->request) act_keep(&requests, a);
  if (e->waits)
    hash_add(&queue, (struct hash_key){e->number, 0}, p);
  else
    latest = p;
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
