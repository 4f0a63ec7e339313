/* What the reductions share: partial results, their combination in rank order,
 * and the stages that several algorithms are made of.
 *
 * Invariant: `work` is the combination of a contiguous range of ranks that
 * holds this one, in rank order (for a commutative op of a reduction to a
 * root: ranks counted from the root); so one order of evaluation serves all
 * ops, and a sum of floating-point numbers repeats to the bit. */
#include "algorithm.h"

#include "../moving.h"

/* `home`, where given, is where the result belongs: it is worked on there, if
 * it is not so short that it lies next to what each step needs (where no
 * function of the program's may see it). A result that is at home takes no time
 * to get there. */
void coll_accumulate(struct coll *c, MPI_Count count, void *home)
{
  const struct datatype *type = c->send.type;
  const char *from = c->send.base;
  c->filled = count;
  c->incoming = coll_typed(c, count, type);
  c->work = home && c->op->predefined ? coll_near(c, count, type) : NULL;
  if (!c->work) c->work = home ? home : coll_typed(c, count, type);
  if (c->work == from || count == 0) return;
  if (home == from) {
    moving_begin(schedule_name, &c->schedule);
    datatype_copy(c->work, count, type, from, count, type);
    moving_end();
  } else
    schedule_copy(&c->schedule, c->work, count, type, from, count, type);
}

static void swap(struct coll *c)
{
  char *work = c->work;
  c->work = c->incoming;
  c->incoming = work;
}

void coll_combine_lower(struct coll *c)
{
  schedule_combine(&c->schedule, c->op, c->handle, c->send.type, c->incoming,
                   c->work, c->filled);
}

void coll_combine_higher(struct coll *c)
{
  schedule_combine(&c->schedule, c->op, c->handle, c->send.type, c->work,
                   c->incoming, c->filled);
  swap(c);
}

char *coll_element(const struct coll *c, char *base, MPI_Count i)
{
  return base + i * c->send.type->extent;
}

void coll_deliver(struct coll *c, MPI_Count from, MPI_Count count)
{
  const struct datatype *type = c->send.type;
  char *at = coll_element(c, c->work, from);
  if (at == c->recv.base || count == 0) return;
  moving_begin(schedule_name, &c->schedule);
  datatype_copy(c->recv.base, count, type, at, count, type);
  moving_end();
}

void coll_send_work(struct coll *c, int peer)
{
  schedule_send(&c->schedule, peer, c->work, c->filled, c->send.type);
}

void coll_recv_incoming(struct coll *c, int peer)
{
  schedule_recv(&c->schedule, peer, c->incoming, c->filled, c->send.type);
}

/* --- a binomial tree --- */

/* Rounds alternate between a message and its combination. */
bool reduce_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int root = c->op->commutes ? c->root : 0;
  int v = (s->rank - root + s->size) % s->size;
  if (c->finished || s->round / 2 >= 31) return false;
  int mask = 1 << (s->round / 2);
  if (s->round % 2) {
    if (s->received) coll_combine_higher(c);
    s->received = false;
    return true;
  }
  if (mask >= s->size) return false;
  if (v & mask) {
    coll_send_work(c, (v - mask + root) % s->size);
    c->finished = true;
  } else if (v + mask < s->size) {
    coll_recv_incoming(c, (v + mask + root) % s->size);
    s->received = true;
  }
  return true;
}

/* --- folding onto a power of two --- */

int fold_partner(const struct schedule *s)
{
  return s->rank < 2 * fold_pairs(s) ? s->rank ^ 1 : -1;
}

bool fold_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int partner = fold_partner(s);
  if (partner < 0 || s->round > 1) return false;
  if (s->round == 1) {
    if (s->rank % 2) coll_combine_lower(c);
  } else if (s->rank % 2) {
    coll_recv_incoming(c, partner);
  } else {
    coll_send_work(c, partner);
  }
  return true;
}

/* --- recursive halving (Rabenseifner 2004) --- */

MPI_Count segment_at(const struct coll *c, int i)
{
  return c->prefix ? c->prefix[i] : i * c->recv.count;
}

/* The first segment of chunk i: a folded pair's two segments are one chunk. */
static int chunk_segment(const struct schedule *s, int i)
{
  int pairs = fold_pairs(s);
  return i < pairs ? 2 * i : i + pairs;
}

/* Where chunk i of the members begins, in elements. */
static MPI_Count fold_chunk(const struct coll *c, int i)
{
  const struct schedule *s = &c->schedule;
  if (s->kind == COLL_ALLREDUCE || s->kind == COLL_REDUCE)
    return (MPI_Count)((__int128)c->filled * i / coll_power(s->size));
  return segment_at(c, chunk_segment(s, i));
}

void coll_chunks(struct coll *c, bool send, int peer, int from, int to,
                 char *base)
{
  MPI_Count at = fold_chunk(c, from), count = fold_chunk(c, to) - at;
  if (count == 0) return;
  char *buffer = coll_element(c, base, at);
  if (send)
    schedule_send(&c->schedule, peer, buffer, count, c->send.type);
  else
    schedule_recv(&c->schedule, peer, buffer, count, c->send.type);
}

/* Keep the half of [low, high) that this member belongs to, give the other to
 * the partner there; the next round combines. */
bool halving_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int member = fold_member(s);
  if (member < 0) return false;
  if (s->round == 0) c->high = coll_power(s->size);
  if (s->round % 2) {
    MPI_Count from = fold_chunk(c, c->low), to = fold_chunk(c, c->high);
    schedule_combine(s, c->op, c->handle, c->send.type,
                     coll_element(c, c->incoming, from),
                     coll_element(c, c->work, from), to - from);
    return true;
  }
  int half = (c->high - c->low) / 2, middle = c->low + half;
  if (half == 0) return false;
  int partner = fold_rank(s, member ^ half), low = c->low, high = c->high;
  if (member & half)
    c->low = middle;
  else
    c->high = middle;
  coll_chunks(c, false, partner, c->low, c->high, c->incoming);
  if (member & half)
    coll_chunks(c, true, partner, low, middle, c->work);
  else
    coll_chunks(c, true, partner, middle, high, c->work);
  return true;
}
