/* Reduce, and reduce with scatter.
 *
 * Reduce: a binomial tree; a non-commutative op goes up the tree of rank 0,
 * and from there to the root. Reduce_scatter of a commutative op: recursive
 * halving; else a reduction to rank 0 and a scatter. */
#include "algorithm.h"

static bool root_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int top = c->op->commutes ? c->root : 0;
  if (s->round == 1 || (s->rank != top && s->rank != c->root)) return false;
  if (top == c->root)
    coll_deliver(c, 0, c->filled);
  else if (s->rank == top)
    coll_send_work(c, c->root);
  else
    schedule_recv(s, top, c->recv.base, c->filled, c->recv.type);
  return true;
}

void choose_reduce(struct coll *c)
{
  static stage_round *const stages[] = {reduce_round, root_round, NULL};
  const struct schedule *s = &c->schedule;
  bool ends_here = s->rank == c->root && (c->op->commutes || s->rank == 0);
  c->schedule.stages = stages;
  coll_accumulate(c, c->send.count, ends_here ? c->recv.base : NULL);
}

/* --- reduce_scatter --- */

static MPI_Count segment_count(const struct coll *c, int i)
{
  return block_count(&c->recv, i);
}

/* A folded pair's odd rank has the even one's segment too. */
static bool halves_out_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int partner = fold_partner(s);
  if (s->round > 0) return false;
  if (partner >= 0 && s->rank % 2 == 0) {
    if (segment_count(c, s->rank))
      schedule_recv(s, partner, c->recv.base, segment_count(c, s->rank),
                    c->recv.type);
    return true;
  }
  if (partner >= 0 && segment_count(c, partner))
    schedule_send(s, partner, coll_element(c, c->work, segment_at(c, partner)),
                  segment_count(c, partner), c->recv.type);
  coll_deliver(c, segment_at(c, s->rank), segment_count(c, s->rank));
  return true;
}

bool segments_out_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (s->rank > 0) {
    if (segment_count(c, s->rank))
      schedule_recv(s, 0, c->recv.base, segment_count(c, s->rank),
                    c->recv.type);
    return true;
  }
  for (int i = 1; i < s->size; i++)
    if (segment_count(c, i))
      schedule_send(s, i, coll_element(c, c->work, segment_at(c, i)),
                    segment_count(c, i), c->recv.type);
  coll_deliver(c, 0, segment_count(c, 0));
  return true;
}

MPI_Count segments_total(struct coll *c)
{
  int size = c->schedule.size;
  if (!c->recv.counts.at) return size * c->recv.count;
  MPI_Count total = 0;
  c->prefix = (MPI_Count *)coll_bytes(c, (size + 1) * sizeof *c->prefix);
  for (int i = 0; i < size; i++) {
    c->prefix[i] = total;
    total += segment_count(c, i);
  }
  c->prefix[size] = total;
  return total;
}

void choose_reduce_scatter(struct coll *c)
{
  static stage_round *const halving[] = {fold_round, halving_round,
                                         halves_out_round, NULL};
  static stage_round *const ordered[] = {reduce_round, segments_out_round,
                                         NULL};
  c->schedule.stages = c->op->commutes ? halving : ordered;
  coll_accumulate(c, segments_total(c), NULL);
}
