/* Reduce, and reduce with scatter.
 *
 * Reduce: a binomial tree; a non-commutative op goes up the tree of rank 0,
 * and from there to the root. On request recursive halving, after which the
 * root gathers the chunks (Rabenseifner 2004). Reduce_scatter of a commutative
 * op: recursive halving, or on request pairs, each rank getting its segment of
 * every other (Thakur, Rabenseifner, Gropp 2005); else a reduction to rank 0
 * and a scatter. */
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

/* --- Rabenseifner: member i holds chunk i, and the root wants them all --- */

/* The member that stands for the root: itself, or the other of its pair. */
static int root_member(const struct coll *c)
{
  int pairs = fold_pairs(&c->schedule);
  return c->root < 2 * pairs ? c->root / 2 : c->root - pairs;
}

/* In round k those that agree with the root in the bits below k hold an
 * aligned 2^k chunks; those that differ in bit k give theirs away. */
static bool chunks_in_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int member = fold_member(s), mask = s->round < 31 ? 1 << s->round : s->size;
  if (member < 0 || mask >= coll_power(s->size)) return false;
  int root = root_member(c), differs = member ^ root;
  if (differs & (mask - 1)) return true;
  int own = member & ~(mask - 1), partner = fold_rank(s, member ^ mask);
  if (differs & mask)
    coll_chunks(c, true, partner, own, own + mask, c->work);
  else
    coll_chunks(c, false, partner, own ^ mask, (own ^ mask) + mask, c->work);
  return true;
}

/* A root that was folded away gets the result from the other of its pair. */
static bool chunks_out_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int holder = fold_rank(s, root_member(c));
  if (s->round > 0 || (s->rank != holder && s->rank != c->root)) return false;
  if (holder == c->root)
    coll_deliver(c, 0, c->filled);
  else if (s->rank == holder)
    coll_send_work(c, c->root);
  else
    schedule_recv(s, holder, c->recv.base, c->filled, c->recv.type);
  return true;
}

void choose_reduce(struct coll *c)
{
  static stage_round *const tree[] = {reduce_round, root_round, NULL};
  static stage_round *const halving[] = {
      fold_round, halving_round, chunks_in_round, chunks_out_round, NULL};
  const struct schedule *s = &c->schedule;
  MPI_Count count = c->send.count;
  bool halves =
      select_algorithm(FAMILY_REDUCE, p2p_bytes(count, c->send.type), s->size,
                       coll_traits(c, count)) == ALGORITHM_RABENSEIFNER;
  bool ends_here = s->rank == c->root && (c->op->commutes || s->rank == 0);
  c->schedule.stages = halves ? halving : tree;
  coll_accumulate(c, count, ends_here && !halves ? c->recv.base : NULL);
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

/* Rounds alternate between a message and its combination. */
static bool segments_pair_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int step = s->round / 2 + 1;
  MPI_Count own = segment_at(c, s->rank), count = segment_count(c, s->rank);
  char *mine = coll_element(c, c->work, own);
  if (step >= s->size) {
    coll_deliver(c, own, count);
    return false;
  }
  if (s->round % 2) {
    schedule_combine(s, c->op, c->handle, c->send.type, c->incoming, mine,
                     count);
    return true;
  }
  int to = (s->rank + step) % s->size;
  int from = (s->rank - step + s->size) % s->size;
  if (count) schedule_recv(s, from, c->incoming, count, c->send.type);
  if (segment_count(c, to))
    schedule_send(s, to, coll_element(c, c->work, segment_at(c, to)),
                  segment_count(c, to), c->send.type);
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
  static stage_round *const pairs[] = {segments_pair_round, NULL};
  switch (select_algorithm(FAMILY_REDUCE_SCATTER, 0, c->schedule.size,
                           coll_traits(c, 0))) {
  case ALGORITHM_RECURSIVE_HALVING:
    c->schedule.stages = halving;
    break;
  case ALGORITHM_PAIRWISE:
    c->schedule.stages = pairs;
    break;
  default:
    c->schedule.stages = ordered;
  }
  coll_accumulate(c, segments_total(c), NULL);
}
