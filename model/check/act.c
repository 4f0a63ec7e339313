/* Acts and the batches that complete them. */
#include "history.h"
#include "location.h"

#include "../memory.h"
#include "../op/op.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>

static struct pool acts = POOL(struct act);
static struct pool batches = POOL(struct batch);

struct act *act_new(struct check_strand *s, const char *what, const void *site,
                    double date)
{
  struct act *a = pool_take(&acts);
  *a = (struct act){.references = 1};
  a->strand = s;
  a->tick = s->now;
  a->what = what;
  a->site = site;
  a->date = date;
  return a;
}

void act_unref(struct act *a)
{
  if (--a->references > 0) return;
  if (a->batch) batch_unref(a->batch);
  if (a->value) location_drop(a->value);
  if (a->done) free(a->done->also);
  free(a->done);
  pool_give(&acts, a);
}

struct stamps {
  int count;
  struct stamp list[];
};

void complete(struct completion *c, struct observed_strand who,
              const char *call, const void *site)
{
  const struct check_strand *s = check_strand(who);
  if (!c->stamp.tick) {
    *c = (struct completion){{s->id, s->now}, NULL, call, site};
    return;
  }
  if (c->stamp.strand == s->id) return;
  int n = c->also ? c->also->count : 0;
  for (int i = 0; i < n; i++)
    if (c->also->list[i].strand == s->id) return;
  c->also = xrealloc(c->also, sizeof *c->also + (n + 1) * sizeof(struct stamp));
  c->also->list[n] = (struct stamp){s->id, s->now};
  c->also->count = n + 1;
}

static bool known(const struct completion *c, const struct viewer *v)
{
  if (viewer_knows(v, c->stamp)) return true;
  for (int i = 0; c->also && i < c->also->count; i++)
    if (viewer_knows(v, c->also->list[i])) return true;
  return false;
}

void act_complete(struct act *a, struct observed_strand who, const char *call,
                  const void *site)
{
  if (!a->done) a->done = xcalloc(1, sizeof *a->done);
  complete(a->done, who, call, site);
}

struct kept {
  struct hash_node node;
  struct act *act;
};
static struct pool keeping = POOL(struct kept);

void act_keep(struct hash *t, struct act *a)
{
  struct kept *k = pool_take(&keeping);
  *k = (struct kept){{{a->number, 0}, NULL}, a};
  a->references++;
  hash_add(t, &k->node);
}

struct act *act_take(struct hash *t, uint64_t number)
{
  struct kept *k = hash_take(t, (struct hash_key){number, 0});
  if (!k) return NULL;
  struct act *a = k->act;
  pool_give(&keeping, k);
  return a;
}

struct batch *batch_new(void)
{
  struct batch *g = pool_take(&batches);
  *g = (struct batch){.references = 1};
  return g;
}

void batch_unref(struct batch *g)
{
  if (--g->references > 0) return;
  free(g->local.also);
  free(g->remote.also);
  pool_give(&batches, g);
}

int record_owner(const struct record *r)
{
  return r->flags & RECORD_AT_TARGET ? r->act->target_world
                                     : r->act->strand->rank;
}

bool record_is_touch(const struct record *r)
{
  return r->act->plain && !(r->flags & RECORD_CALL);
}

static bool reads_only(const struct record *r)
{
  return !(r->flags & RECORD_WRITES);
}

/* An operation's buffers at the origin are free when it is locally complete,
 * and so is what a get has read. [MPI-4.1 12.3, 12.5.4] What another thread has
 * issued is completed by a flush only if it is known to come before that. */
bool record_over(const struct record *r, const struct viewer *v)
{
  const struct act *a = r->act;
  if (!viewer_knows(v, (struct stamp){a->strand->id, a->tick})) return false;
  if (a->plain) return true;
  if (a->batch && known(&a->batch->remote, v)) return true;
  if ((r->flags & RECORD_AT_TARGET) && location_over(a, v)) return true;
  if (r->flags & RECORD_AT_TARGET)
    if (a->kind != OBSERVED_GET || !reads_only(r)) return false;
  if (a->done && known(a->done, v)) return true;
  return a->batch && known(&a->batch->local, v);
}

static bool both(const struct record *a, const struct record *b, int flag)
{
  return a->flags & b->flags & flag;
}

bool record_compatible(const struct record *a, const struct record *b)
{
  if (both(a, b, RECORD_C_ATOMIC)) return true;
  if (!both(a, b, RECORD_ATOMIC)) return false;
  return a->basic == b->basic && a->size == b->size && a->grid == b->grid;
}

/* A load right after MPI_Win_sync may look at a word that is updated
 * atomically: it sees the old value or the new. [MPI-4.1 12.7, unified] */
bool record_looks(const struct record *load, const struct record *update)
{
  return load->act->fresh && load->act->plain &&
         !(load->flags & (RECORD_WRITES | RECORD_CALL)) &&
         (update->flags & RECORD_ATOMIC);
}

/* Compare and swap replaces or does nothing: beside MPI_REPLACE it is what
 * mutexes are made of. */
static MPI_Op operator_of(const struct act *a)
{
  if (a->kind == OBSERVED_COMPARE_AND_SWAP) return MPI_REPLACE;
  return a->op ? a->op->predefined : MPI_OP_NULL;
}

bool ops_differ(const struct act *a, const struct act *b)
{
  if (!a->batch || !b->batch) return false;
  MPI_Op x = operator_of(a), y = operator_of(b);
  if (x == y) return false;
  bool no_op = x == MPI_NO_OP || y == MPI_NO_OP;
  return !no_op || a->window->window->rules.same_op;
}
