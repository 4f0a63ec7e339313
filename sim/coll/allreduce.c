/* Allreduce: recursive doubling for short vectors and non-commutative ops,
 * recursive halving and a doubling gather for long ones (Rabenseifner 2004).
 * Ranks beyond a power of two fold into their neighbour first, and get the
 * result from it. Every element ends with the same bits at every rank: what
 * partners exchange, both combine in rank order, or only one does. */
#include "algorithm.h"

enum { SHORT_MAX = 2048 };

static bool doubling_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int member = fold_member(s);
  if (member < 0 || s->round / 2 >= 31) return false;
  int mask = 1 << (s->round / 2), partner = member ^ mask;
  if (mask >= coll_power(s->size)) return false;
  if (s->round % 2 == 0) {
    coll_recv_incoming(c, fold_rank(s, partner));
    coll_send_work(c, fold_rank(s, partner));
  } else if (partner < member) {
    coll_combine_lower(c);
  } else {
    coll_combine_higher(c);
  }
  return true;
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
  MPI_Count count = c->send.count;
  bool is_long = c->op->commutes && count >= c->schedule.size &&
                 count * c->send.type->size > SHORT_MAX;
  c->schedule.stages = is_long ? halving : doubling;
  coll_accumulate(c, count, c->recv.base);
}
