/* What the arguments of a collective must have in common. [MPI-4.1 6.1]
 *
 * Where all blocks must be alike, one of them is told: at a root the argument
 * that is significant only there. Blocks that differ from rank to rank (those
 * with arrays of counts, and those of neighbors) are told one by one, by both
 * sides. All are compared by their sizes when they arrive. */
#include "told.h"

#include "../rank/observed.h"
#include "../../model/memory.h"
#include "../../model/topology/topology.h"
#include "shape.h"

#include <stdlib.h>
#include <string.h>

enum which {
  NOTHING,
  SEND,
  RECEIVE,
  SEND_AT_ROOT,
  RECEIVE_AT_ROOT,
  RECEIVE_IN_ALL
};

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
    [COLL_ALLGATHERV] = {.block = RECEIVE_IN_ALL},
    [COLL_ALLTOALL] = {RECEIVE, .both = true},
    [COLL_REDUCE] = {RECEIVE_AT_ROOT, .rooted = true, .reduces = true},
    [COLL_ALLREDUCE] = {RECEIVE, .reduces = true},
    [COLL_REDUCE_SCATTER] = {SEND, .reduces = true},
    [COLL_REDUCE_SCATTER_BLOCK] = {RECEIVE, .reduces = true},
    [COLL_SCAN] = {RECEIVE, .reduces = true},
    [COLL_EXSCAN] = {RECEIVE, .reduces = true},
};

static struct observed_data data_of(const struct blocks *b)
{
  return (struct observed_data){.count = b->count, .type = b->type};
}

static struct observed_data total_of(const struct blocks *b, int n)
{
  struct observed_data all = {.type = b->type};
  for (int i = 0; i < n; i++)
    all.count += block_count(b, i);
  return all;
}

static struct observed_data block_of(const struct coll *c, enum which which)
{
  bool at_root = coll_is_root(c);
  switch (which) {
  case SEND:
    return data_of(&c->send);
  case RECEIVE:
    return data_of(&c->recv);
  case SEND_AT_ROOT:
    return data_of(at_root ? &c->send : &c->recv);
  case RECEIVE_AT_ROOT:
    return data_of(at_root ? &c->recv : &c->send);
  case RECEIVE_IN_ALL:
    return total_of(&c->recv, c->schedule.size);
  default:
    return (struct observed_data){0};
  }
}

/* --- blocks one by one --- */

void coll_tell_block(const struct coll *c, const struct blocks *b, int i,
                     int from, int to, int nth)
{
  int me = comm_all(c->schedule.view)->rank;
  bool received = to == me && (from != me || b == &c->recv);
  if (block_bytes(b, i) > 0)
    OBSERVE(block, OBSERVED_SELF, .comm = c->schedule.view,
            .number = c->schedule.number, .from = from, .to = to, .nth = nth,
            .data = {NULL, block_count(b, i), block_type(b, i)},
            .received = received, .date = self->time);
}

static void tell_block(const struct coll *c, const struct blocks *b, int i,
                       int from, int to)
{
  coll_tell_block(c, b, i, from, to, 0);
}

/* What self sends to all, or receives from all, but perhaps itself. */
static void tell_all(const struct coll *c, const struct blocks *b, bool sends,
                     int without)
{
  int me = c->schedule.rank;
  for (int i = 0; i < c->schedule.size; i++)
    if (i != without) tell_block(c, b, i, sends ? me : i, sends ? i : me);
}

/* A neighbor's block, which is the `order`th that goes out, or is received. */
struct neighbor {
  int peer, order, block;
};

static int by_peer(const void *a, const void *b)
{
  const struct neighbor *x = a, *y = b;
  if (x->peer != y->peer) return x->peer < y->peer ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Several blocks between the same two match in order. */
static void tell_neighbors(const struct coll *c, bool sends)
{
  const struct topology *t = c->schedule.comm->topology;
  int me = c->schedule.rank, nth = 0;
  int n = sends ? coll_blocks_out(c) : coll_blocks_in(c);
  struct neighbor *all = xmalloc(((size_t)n + 1) * sizeof *all);
  for (int i = 0; i < n; i++) {
    int block = sends ? i : topology_posted(t, i);
    int peer = sends ? coll_block_to(c, block) : coll_block_from(c, block);
    all[i] = (struct neighbor){peer, i, block};
  }
  qsort(all, (size_t)n, sizeof *all, by_peer);
  for (int i = 0; i < n; i++) {
    int peer = all[i].peer;
    nth = i && all[i - 1].peer == peer ? nth + 1 : 0;
    if (peer == MPI_PROC_NULL) continue;
    coll_tell_block(c, sends ? &c->send : &c->recv, all[i].block,
                    sends ? me : peer, sends ? peer : me, nth);
  }
  free(all);
}

static void tell_blocks(const struct coll *c)
{
  int me = c->schedule.rank, without = c->in_place ? me : -1;
  bool at_root = coll_is_root(c);
  switch (c->schedule.kind) {
  case COLL_GATHERV:
    if (at_root) tell_all(c, &c->recv, false, without);
    if (!at_root || !c->in_place) tell_block(c, &c->send, 0, me, c->root);
    break;
  case COLL_SCATTERV:
    if (at_root) tell_all(c, &c->send, true, without);
    if (!at_root || !c->in_place) tell_block(c, &c->recv, 0, c->root, me);
    break;
  case COLL_ALLGATHERV:
    if (c->in_place) break;
    tell_block(c, &c->send, 0, me, me);
    tell_block(c, &c->recv, me, me, me);
    break;
  case COLL_ALLTOALLV:
  case COLL_ALLTOALLW:
    tell_all(c, c->in_place ? &c->recv : &c->send, true, without);
    tell_all(c, &c->recv, false, without);
    break;
  case COLL_NEIGHBOR_ALLGATHER:
  case COLL_NEIGHBOR_ALLGATHERV:
  case COLL_NEIGHBOR_ALLTOALL:
  case COLL_NEIGHBOR_ALLTOALLV:
  case COLL_NEIGHBOR_ALLTOALLW:
    tell_neighbors(c, true);
    tell_neighbors(c, false);
    break;
  default:
    break;
  }
}

/* Is another thread of self in a collective of this communicator? */
static bool is_beside(const struct comm_view *view)
{
  for (const struct strand *s = &self->main; s; s = s->next)
    if (s != self->strand && s->call && s->call->comm == view &&
        strcmp(s->call->function->area, self->call->function->area) == 0)
      return true;
  return false;
}

void coll_told_arguments(const struct schedule *s, const struct coll *c)
{
  static const struct alike none = {.block = NOTHING};
  bool across = s->view->comm->remote, inside = c && !across;
  const struct alike *a = inside ? &table[s->kind] : &none;
  int root = a->rooted ? c->root : -1;
  if (!observers_hear.collective || !self->call) return;
  if (inside) tell_blocks(c);
  if (c && across) root = coll_told_across(c);
  OBSERVE(collective, OBSERVED_SELF, .comm = s->view, .number = s->number,
          .root = root, .op = a->reduces ? c->op : NULL,
          .block = inside ? block_of(c, a->block) : (struct observed_data){0},
          .own = a->both && !c->in_place ? data_of(&c->send)
                                         : (struct observed_data){0},
          .threaded = rank_shares, .beside = rank_shares && is_beside(s->view),
          .date = self->time);
}
