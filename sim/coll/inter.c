/* Collectives on intercommunicators. [MPI-4.1 6.2.3]
 *
 * What each group has for the other is gathered or reduced at its rank 0,
 * crosses over in one message, and is spread in the other group, as MPICH
 * does; gather, scatter and all-to-all send each block straight to its rank.
 * Invariant: `root` is 0, the leader within the group; `far_root` tells what
 * self is to a rooted call. */
#include "algorithm.h"

enum { BATCH = 8 };

static int far_size(const struct schedule *s)
{
  return group_size(s->view->comm->remote);
}

static bool leads(const struct schedule *s)
{
  return s->rank == 0;
}

/* Steps with ranks of the other group. */
static void far_send(struct schedule *s, int peer, const void *buffer,
                     MPI_Count count, const struct datatype *type)
{
  s->remote = true;
  schedule_send(s, peer, buffer, count, type);
  s->remote = false;
}

static void far_recv(struct schedule *s, int peer, void *buffer,
                     MPI_Count count, const struct datatype *type)
{
  s->remote = true;
  schedule_recv(s, peer, buffer, count, type);
  s->remote = false;
}

static void far_send_block(struct coll *c, int peer, const struct blocks *b,
                           int i)
{
  c->schedule.remote = true;
  coll_send_block(c, peer, b, i);
  c->schedule.remote = false;
}

static void far_recv_block(struct coll *c, int peer, const struct blocks *b,
                           int i)
{
  c->schedule.remote = true;
  coll_recv_block(c, peer, b, i);
  c->schedule.remote = false;
}

/* --- barrier --- */

static bool barrier_across_round(struct schedule *s)
{
  if (s->round > 0 || !leads(s)) return false;
  far_recv(s, 0, NULL, 0, NULL);
  far_send(s, 0, NULL, 0, NULL);
  return true;
}

/* --- bcast --- */

static bool bcast_across_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  const struct blocks *b = &c->recv;
  if (s->round > 0) return false;
  if (c->far_root == MPI_ROOT)
    far_send(s, 0, b->base, b->count, b->type);
  else if (leads(s))
    far_recv(s, c->far_root, b->base, b->count, b->type);
  return true;
}

/* The receive side spreads in the group, as long or short as it is. */
static bool then_bcast(struct schedule *s)
{
  choose_bcast(coll_of(s));
  return false;
}

static void choose_inter_bcast(struct coll *c)
{
  static stage_round *const at_root[] = {bcast_across_round, NULL};
  static stage_round *const at_others[] = {bcast_across_round, then_bcast,
                                           NULL};
  c->schedule.stages = c->far_root == MPI_ROOT ? at_root : at_others;
}

/* --- gather and scatter --- */

static bool gather_across_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (c->far_root != MPI_ROOT) {
    far_send_block(c, c->far_root, &c->send, 0);
    return true;
  }
  for (int i = 0; i < far_size(s); i++)
    far_recv_block(c, i, &c->recv, i);
  return true;
}

static bool scatter_across_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (c->far_root != MPI_ROOT) {
    far_recv_block(c, c->far_root, &c->recv, 0);
    return true;
  }
  for (int i = 0; i < far_size(s); i++)
    far_send_block(c, i, &c->send, i);
  return true;
}

/* --- allgather: `work` holds, packed, what came from the other group --- */

static bool collect_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  for (int i = 0; leads(s) && i < far_size(s); i++)
    far_recv_block(c, i, &c->recv, i);
  far_send_block(c, 0, &c->send, 0);
  return true;
}

static void move_all(struct coll *c, bool pack)
{
  MPI_Count at = 0;
  for (int i = 0; i < far_size(&c->schedule); i++) {
    if (pack)
      coll_pack_block(c, c->work + at, &c->recv, i);
    else
      coll_unpack_block(c, &c->recv, i, c->work + at);
    at += block_bytes(&c->recv, i);
  }
}

static bool spread_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int span = coll_span(s->rank, s->size);
  if (c->filled == 0) return false;
  if (s->round == 0) {
    if (leads(s))
      move_all(c, true);
    else
      schedule_recv(s, s->rank - span, c->work, c->filled, coll_byte());
    return true;
  }
  for (int d = span / 2; s->round == 1 && d > 0; d /= 2)
    if (s->rank + d < s->size)
      schedule_send(s, s->rank + d, c->work, c->filled, coll_byte());
  if (s->round == 1 && !leads(s)) move_all(c, false);
  return s->round == 1;
}

static void choose_inter_allgather(struct coll *c)
{
  static stage_round *const stages[] = {collect_round, spread_round, NULL};
  c->schedule.stages = stages;
  c->filled = 0;
  for (int i = 0; i < far_size(&c->schedule); i++)
    c->filled += block_bytes(&c->recv, i);
  c->work = coll_bytes(c, c->filled);
}

/* --- all to all: pairs, as many steps as the larger group has ranks --- */

static bool pairs_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int far = far_size(s), steps = far > s->size ? far : s->size;
  int first = s->round * BATCH;
  for (int i = first; i < first + BATCH && i < steps; i++) {
    int from = (s->rank + steps - i) % steps;
    if (from < far) far_recv_block(c, from, &c->recv, from);
  }
  for (int i = first; i < first + BATCH && i < steps; i++) {
    int to = (s->rank + i) % steps;
    if (to < far) far_send_block(c, to, &c->send, to);
  }
  return first < steps;
}

/* --- reductions: first each group's to its leader --- */

static bool reduce_across_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  const struct blocks *b = &c->recv;
  if (s->round > 0) return false;
  if (c->far_root == MPI_ROOT)
    far_recv(s, 0, b->base, b->count, b->type);
  else if (leads(s))
    far_send(s, c->far_root, c->work, c->filled, c->send.type);
  return true;
}

static void choose_inter_reduce(struct coll *c)
{
  static stage_round *const at_root[] = {reduce_across_round, NULL};
  static stage_round *const at_others[] = {reduce_round, reduce_across_round,
                                           NULL};
  bool is_root = c->far_root == MPI_ROOT;
  c->schedule.stages = is_root ? at_root : at_others;
  if (!is_root) coll_accumulate(c, c->send.count, NULL);
}

/* The leaders exchange results: in one round, and in the next `work` is the
 * other group's. */
static bool swap_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 1 || !leads(s)) return false;
  if (s->round == 1) {
    c->work = c->incoming;
    return true;
  }
  s->remote = true;
  coll_recv_incoming(c, 0);
  coll_send_work(c, 0);
  s->remote = false;
  return true;
}

static bool deliver_round(struct schedule *s)
{
  if (leads(s)) coll_deliver(coll_of(s), 0, coll_of(s)->filled);
  return false;
}

static void choose_inter_allreduce(struct coll *c)
{
  static stage_round *const stages[] = {reduce_round, swap_round, deliver_round,
                                        then_bcast, NULL};
  c->schedule.stages = stages;
  coll_accumulate(c, c->send.count, NULL);
}

static void choose_inter_reduce_scatter(struct coll *c)
{
  static stage_round *const stages[] = {reduce_round, swap_round,
                                        segments_out_round, NULL};
  c->schedule.stages = stages;
  coll_accumulate(c, segments_total(c), NULL);
}

/* --- choices --- */

static stage_round *const no_stages[] = {NULL};
static stage_round *const barrier_across[] = {
    barrier_up_round, barrier_across_round, barrier_down_round, NULL};
static stage_round *const gather_across[] = {gather_across_round, NULL};
static stage_round *const scatter_across[] = {scatter_across_round, NULL};
static stage_round *const alltoall_across[] = {pairs_round, NULL};

void choose_inter(struct coll *c)
{
  struct schedule *s = &c->schedule;
  if (c->far_root == MPI_PROC_NULL) {
    s->stages = no_stages;
    return;
  }
  switch (s->kind) {
  case COLL_BCAST:
    choose_inter_bcast(c);
    return;
  case COLL_ALLGATHER:
  case COLL_ALLGATHERV:
    choose_inter_allgather(c);
    return;
  case COLL_REDUCE:
    choose_inter_reduce(c);
    return;
  case COLL_ALLREDUCE:
    choose_inter_allreduce(c);
    return;
  case COLL_REDUCE_SCATTER:
  case COLL_REDUCE_SCATTER_BLOCK:
    choose_inter_reduce_scatter(c);
    return;
  case COLL_GATHER:
  case COLL_GATHERV:
    s->stages = gather_across;
    return;
  case COLL_SCATTER:
  case COLL_SCATTERV:
    s->stages = scatter_across;
    return;
  case COLL_ALLTOALL:
  case COLL_ALLTOALLV:
  case COLL_ALLTOALLW:
    s->stages = alltoall_across;
    return;
  default:
    s->stages = barrier_across; /* the others are not to be had */
  }
}
