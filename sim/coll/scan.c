/* Scan and exscan: in round k a rank sends what it has of itself and the ranks
 * before it to the rank 2^k further on (Kogge and Stone 1973). An exscan moves
 * every contribution one rank on first, and then is a scan without rank 0. */
#include "algorithm.h"

static bool prefix_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int first = s->kind == COLL_EXSCAN;
  if (s->rank < first || s->round / 2 >= 31) return false;
  int distance = 1 << (s->round / 2);
  if (distance >= s->size) return false;
  bool receives = s->rank - distance >= first;
  if (s->round % 2) {
    if (receives) coll_combine_lower(c);
    return true;
  }
  if (receives) coll_recv_incoming(c, s->rank - distance);
  if (s->rank < s->size - distance) coll_send_work(c, s->rank + distance);
  return true;
}

static bool shift_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (s->rank > 0)
    schedule_recv(s, s->rank - 1, c->work, c->filled, c->send.type);
  if (s->rank < s->size - 1)
    schedule_send(s, s->rank + 1, c->send.base, c->filled, c->send.type);
  return true;
}

static bool deliver_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->rank > 0 || s->kind == COLL_SCAN) coll_deliver(c, 0, c->filled);
  return false;
}

void choose_scan(struct coll *c)
{
  static stage_round *const scan[] = {prefix_round, deliver_round, NULL};
  static stage_round *const exscan[] = {shift_round, prefix_round,
                                        deliver_round, NULL};
  if (c->schedule.kind == COLL_SCAN) {
    c->schedule.stages = scan;
    coll_accumulate(c, c->send.count, c->recv.base);
    return;
  }
  c->schedule.stages = exscan;
  c->filled = c->send.count;
  c->work = coll_typed(c, c->filled, c->send.type);
  c->incoming = coll_typed(c, c->filled, c->send.type);
}
