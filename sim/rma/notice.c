/* Notices: control messages of synchronisation, without payload.
 *
 * A notice follows the operations of its peer that were issued before it: it
 * takes effect when they have been applied, whatever carried them. Under
 * `message` it is served by the target's CPU and answered by another notice;
 * under `rdma` the interface takes it and acknowledges it. */
#include "lock.h"
#include "notice.h"
#include "operation.h"
#include "told.h"

#include "../cost/cost.h"
#include "../plain.h"
#include "../rank/polls.h"
#include "../vain.h"
#include "../../model/memory.h"
#include "../../model/pool.h"

/* The CPU time of a control message: that of an empty put, or send. */
static double overhead(void)
{
  return cost_overhead(cost.protocol == PROTOCOL_RDMA ? COST_PUT : COST_SEND,
                       0);
}

/* An answer that is one of several needs no event, only its date. */
static void answered(struct wait *w, double date)
{
  struct counter *due = &w->steps.counter;
  if (w->date < date) w->date = date;
  if (--due->pending > 0) return;
  if (w->date > engine_now())
    rank_wake_at(w->by, w->date);
  else if (due->waiting)
    engine_wake(w->by->context);
}

static void notice_end(struct notice *n, double date)
{
  if (n->returned)
    answered(n->returned, date);
  else
    completion_done(&n->peer->rma->waits, &n->peer->rma->notices, date);
  pool_give(pool_of_lines(sizeof *n), n);
}

static void back(void *m)
{
  notice_end(container_of(m, struct notice, message), engine_now());
}

static void send(struct notice *n, double date)
{
  n->message.bytes = 0;
  n->message.injected = NULL;
  net_send(&n->message, date);
}

void notice_answer(struct notice *n)
{
  if (!n->returned) {
    notice_end(n, engine_now());
    return;
  }
  net_turn(&n->message);
  n->message.arrived = back;
  if (!n->hardware)
    send(n, engine_now());
  else if (!n->dated)
    net_ack(&n->message, engine_now(), cost.ack);
  else
    notice_end(n, net_ack_date(&n->message, engine_now(), cost.ack));
}

static void take_effect(struct notice *n)
{
  static void (*const effects[])(struct notice *) = {
      [NOTICE_FLUSH] = flush_effect,       [NOTICE_LOCK] = lock_effect,
      [NOTICE_UNLOCK] = unlock_effect,     [NOTICE_POST] = post_effect,
      [NOTICE_COMPLETE] = complete_effect,
  };
  effects[n->kind](n);
}

static bool ripe(const struct notice *n)
{
  return (int)(n->peer->remote.count - n->after) >= 0;
}

/* A notice that follows no operation does not look at its pair. */
static void take(struct notice *n)
{
  struct peer *p = n->peer;
  if (n->after == 0 || ripe(n)) {
    if (n->after) target_settle(p);
    take_effect(n);
    return;
  }
  struct extra *x = peer_extra(p);
  n->next = x->unripe;
  x->unripe = n;
}

void notices_ripen(struct peer *p)
{
  if (!p->extra) return;
  struct notice **at = &p->extra->unripe;
  while (*at) {
    struct notice *n = *at;
    if (!ripe(n)) {
      at = &n->next;
      continue;
    }
    *at = n->next;
    target_settle(p);
    take_effect(n);
  }
}

static void served(void *s)
{
  take(container_of(s, struct notice, service));
}

static void notice_arrived(void *m)
{
  struct notice *n = container_of(m, struct notice, message);
  if (cost.protocol == PROTOCOL_RDMA) {
    take(n);
    return;
  }
  n->service.busy = cost_overhead(COST_RECV, 0);
  n->service.serve = served;
  rank_serve(peer_rank(n->peer), &n->service);
}

/* --- foresight --- */

/* What it follows is known to its pair; a lock's is about a queue. */
static inline void arrival_foreseen(const struct notice *n, int stage)
{
  if (stage == 1) {
    net_ask(&n->message);
    if (n->queue) memory_ask(n->queue);
    if (n->after || !n->queue) memory_ask(n->peer);
  } else if (n->queue) {
    if (stage == 2) lock_foresee(n->queue);
  } else if (stage == 2) {
    memory_ask(&n->peer->rma->window);
  }
}

/* What unlocks are told with lies nowhere near, though they be in order. */
static void unlocks_foreseen(const struct coming *calls, unsigned n, int stage)
{
  int last = stage < FORESIGHT_STAGES ? stage : FORESIGHT_STAGES;
  if (stage == FORESIGHT_ORDERED) stage = 1;
  for (; stage <= last; stage++)
    FORESEEN (i, calls, n) {
      const struct notice *one = calls[i].arg;
      if (one->kind == NOTICE_UNLOCK)
        told_unlock_foreseen(one->peer, one->returned, stage);
    }
}

static void arrivals_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (told_heard()) unlocks_foreseen(calls, n, stage);
  if (stage > 2) return;
  FORESEEN (i, calls, n)
    arrival_foreseen(calls[i].arg, stage);
}

/* Who waits for it. */
static inline void back_foreseen(const struct notice *n, int stage)
{
  const struct wait *w = n->returned;
  if (stage == 1)
    memory_ask(w);
  else if (stage == 2)
    memory_ask(w->by);
  else
    memory_ask(w->by->context);
}

static void backs_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (stage == FORESIGHT_ORDERED) return;
  FORESEEN (i, calls, n)
    back_foreseen(calls[i].arg, stage);
}

/* Does it belong to a lock, unlock or flush of a strand that asks in vain? */
static bool in_vain(const struct notice *n)
{
  return n->returned && strand_in_vain(n->returned->by);
}

static bool service_in_vain(const void *s)
{
  return in_vain(container_of(s, const struct notice, service));
}

static bool message_in_vain(const void *m)
{
  return in_vain(container_of(m, const struct notice, message));
}

void notice_open(void)
{
  vain_add(served, service_in_vain);
  vain_add(notice_arrived, message_in_vain);
  vain_add(back, message_in_vain);
  foresight_add(notice_arrived, arrivals_foreseen);
  foresight_add(back, backs_foreseen);
}

struct notice *notice_send(struct peer *p, enum notice_kind kind, int value,
                           unsigned after, struct wait *returned)
{
  struct notice *n = pool_take_ahead(pool_of_lines(sizeof *n), sizeof *n);
  n->message.from = p->rma->rank->host;
  n->message.to = peer_host(p);
  n->message.arrived = notice_arrived;
  n->peer = p;
  n->returned = returned;
  n->after = after;
  n->value = (short)value;
  n->kind = kind;
  n->hardware = cost.protocol == PROTOCOL_RDMA;
  n->dated = returned && returned->steps.counter.pending > 0 && !plain;
  n->queue = NULL;
  if (returned) {
    returned->steps.counter.pending++;
    returned->by = self->strand;
  } else {
    p->rma->notices.pending++;
  }
  rank_charge_issue(overhead());
  send(n, self->time);
  return n;
}
