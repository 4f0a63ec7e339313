/* Allreduce: recursive doubling for short vectors and non-commutative ops,
 * recursive halving and a doubling gather for long ones (Rabenseifner 2004);
 * on request a ring (Patarasu and Yuan 2009), whose every message is a p-th of
 * the vector, in 2 (p - 1) steps between neighbors.
 * Ranks beyond a power of two fold into their neighbour first, and get the
 * result from it. Every element ends with the same bits at every rank: what
 * partners exchange, both combine in rank order, or only one does. */
#include "algorithm.h"

/* With what came in a round it is combined at the beginning of the next. */
static bool doubling_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int member = fold_member(s), mask = 1 << s->round;
  if (member < 0) return false;
  if (s->received) {
    s->received = false;
    if (member & mask >> 1)
      coll_combine_lower(c);
    else
      coll_combine_higher(c);
    if (schedule_waits(s)) return true;
  }
  if (mask >= coll_power(s->size)) return false;
  int peer = fold_rank(s, member ^ mask);
  coll_recv_incoming(c, peer);
  coll_send_work(c, peer);
  return s->received = true;
}

/* After halving, member i holds chunk i; after round k the aligned 2^(k+1)
 * chunks that hold i. */
static bool gather_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int member = fold_member(s);
  if (member < 0 || s->round >= 31) return false;
  int mask = 1 << s->round;
  if (mask >= coll_power(s->size)) return false;
  int own = member & ~(mask - 1), theirs = own ^ mask;
  int partner = fold_rank(s, member ^ mask);
  coll_chunks(c, false, partner, theirs, theirs + mask, c->work);
  coll_chunks(c, true, partner, own, own + mask, c->work);
  return true;
}

/* --- ring --- */

static MPI_Count ring_chunk(const struct coll *c, int i)
{
  return (MPI_Count)((__int128)c->filled * i / c->schedule.size);
}

/* To the next rank goes chunk `out`, from the one before comes `in`. */
static void pass_on(struct coll *c, int out, int in, char *into)
{
  struct schedule *s = &c->schedule;
  MPI_Count from = ring_chunk(c, in), to = ring_chunk(c, out);
  schedule_recv(s, (s->rank - 1 + s->size) % s->size,
                coll_element(c, into, from), ring_chunk(c, in + 1) - from,
                c->send.type);
  schedule_send(s, (s->rank + 1) % s->size, coll_element(c, c->work, to),
                ring_chunk(c, out + 1) - to, c->send.type);
}

/* Rounds alternate between a message and its combination; in the end a rank
 * has the result of the chunk after its own number. */
static bool ring_reduce_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int step = s->round / 2, size = s->size;
  if (step >= size - 1) return false;
  int out = (s->rank - step + size) % size, in = (out - 1 + size) % size;
  if (s->round % 2 == 0) {
    pass_on(c, out, in, c->incoming);
    return true;
  }
  MPI_Count from = ring_chunk(c, in);
  schedule_combine(
      s, c->op, c->handle, c->send.type, coll_element(c, c->incoming, from),
      coll_element(c, c->work, from), ring_chunk(c, in + 1) - from);
  return true;
}

static bool ring_gather_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int size = s->size;
  if (s->round >= size - 1) return false;
  int out = (s->rank + 1 - s->round + size) % size;
  pass_on(c, out, (out - 1 + size) % size, c->work);
  return true;
}

static bool ring_end_round(struct schedule *s)
{
  coll_deliver(coll_of(s), 0, coll_of(s)->filled);
  return false;
}

/* --- the end of the others --- */

static bool unfold_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int partner = fold_partner(s);
  if (s->round > 0) {
    coll_deliver(c, 0, c->filled);
    return false;
  }
  if (partner < 0) return true;
  if (s->rank % 2)
    coll_send_work(c, partner);
  else
    schedule_recv(s, partner, c->work, c->filled, c->recv.type);
  return true;
}

void choose_allreduce(struct coll *c)
{
  static stage_round *const doubling[] = {fold_round, doubling_round,
                                          unfold_round, NULL};
  static stage_round *const halving[] = {fold_round, halving_round,
                                         gather_round, unfold_round, NULL};
  static stage_round *const ring[] = {ring_reduce_round, ring_gather_round,
                                      ring_end_round, NULL};
  MPI_Count count = c->send.count;
  switch (select_algorithm(FAMILY_ALLREDUCE, p2p_bytes(count, c->send.type),
                           c->schedule.size, coll_traits(c, count))) {
  case ALGORITHM_RABENSEIFNER:
    c->schedule.stages = halving;
    break;
  case ALGORITHM_RING:
    c->schedule.stages = ring;
    break;
  default:
    c->schedule.stages = doubling;
  }
  coll_accumulate(c, count, c->recv.base);
}
