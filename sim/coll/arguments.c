/* What the arguments of a collective must have in common. [MPI-4.1 6.1]
 *
 * Where all blocks must be alike, one of them is told: at a root the argument
 * that is significant only there. Blocks that differ from rank to rank (those
 * with arrays of counts, of neighbors) are compared when they arrive, by their
 * sizes. */
#include "told.h"

#include "../observed.h"

enum which { NOTHING, SEND, RECEIVE, SEND_AT_ROOT, RECEIVE_AT_ROOT };

struct alike {
  enum which block;
  bool both; /* and the send block must match it */
  bool rooted, reduces;
};

static const struct alike table[COLLECTIVES] = {
    [COLL_BCAST] = {RECEIVE, .rooted = true},
    [COLL_GATHER] = {RECEIVE_AT_ROOT, .rooted = true},
    [COLL_GATHERV] = {NOTHING, .rooted = true},
    [COLL_SCATTER] = {SEND_AT_ROOT, .rooted = true},
    [COLL_SCATTERV] = {NOTHING, .rooted = true},
    [COLL_ALLGATHER] = {RECEIVE, .both = true},
    [COLL_ALLTOALL] = {RECEIVE, .both = true},
    [COLL_REDUCE] = {RECEIVE_AT_ROOT, .rooted = true, .reduces = true},
    [COLL_ALLREDUCE] = {RECEIVE, .reduces = true},
    [COLL_REDUCE_SCATTER] = {SEND, .reduces = true},
    [COLL_REDUCE_SCATTER_BLOCK] = {RECEIVE, .reduces = true},
    [COLL_SCAN] = {RECEIVE, .reduces = true},
    [COLL_EXSCAN] = {RECEIVE, .reduces = true},
};

static const struct blocks *block_of(const struct coll *c, enum which which)
{
  bool at_root = c->schedule.rank == c->root;
  switch (which) {
  case SEND:
    return &c->send;
  case RECEIVE:
    return &c->recv;
  case SEND_AT_ROOT:
    return at_root ? &c->send : &c->recv;
  case RECEIVE_AT_ROOT:
    return at_root ? &c->recv : &c->send;
  default:
    return NULL;
  }
}

static struct observed_data data_of(const struct blocks *b)
{
  if (!b) return (struct observed_data){0};
  return (struct observed_data){.count = b->count, .type = b->type};
}

void coll_told_arguments(const struct schedule *s, const struct coll *c)
{
  static const struct alike none = {.block = NOTHING};
  bool inside = c && !s->view->comm->remote;
  const struct alike *a = inside ? &table[s->kind] : &none;
  if (!observers_hear.collective || !self->call) return;
  OBSERVE(collective, OBSERVED_SELF, .comm = s->view, .number = s->number,
          .root = a->rooted ? c->root : -1, .op = a->reduces ? c->op : NULL,
          .block = data_of(inside ? block_of(c, a->block) : NULL),
          .own = data_of(a->both && !c->in_place ? &c->send : NULL),
          .date = self->time);
}
