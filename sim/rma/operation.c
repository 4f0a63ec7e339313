/* Operations at their origin: issue, injection, completion.
 *
 * [issued] -> injected -> arrived -> applied (target.c) -> acknowledged. Under
 * `rdma` the last byte leaving is local completion of Put and Accumulate, and
 * the interface's acknowledgement (ack x latency) is remote completion. Under
 * `message` a payload up to `eager` was copied at issue and is locally
 * complete then; a larger one first asks the target (request to send, clear to
 * send). What is fetched comes back as a payload and completes both ways. That
 * is when; in a fence epoch data is lent, and no copy is made before it moves.
 * Invariant: an operation lives while `events` of its own are to come. */
#include "asking.h"
#include "deferred.h"
#include "list.h"
#include "lock.h"
#include "notice.h"
#include "told.h"

#include "../cost/cost.h"
#include "../order.h"
#include "../rank/call.h"
#include "../p2p/request.h"
#include "../plain.h"
#include "../rank/spinners.h"
#include "../vain.h"
#include "../../model/memory.h"
#include "../../model/pool.h"

#include <stdio.h>
#include <string.h>

enum {
  PART = offsetof(struct operation, fetched),
  WHOLE = sizeof(struct operation),
};

static struct pool *pool_of(bool whole)
{
  return whole ? pool_of_lines(WHOLE) : pool_of_lines(PART);
}

static void arrived(void *);

static struct operation *operation_of(struct net_message *m)
{
  return container_of(m, struct operation, message);
}

/* Has it a result buffer beside the origin's? (A get's result is the origin's
 * buffer.) */
static bool has_result(enum operation_kind kind)
{
  return kind == OPERATION_FETCH || kind == OPERATION_SWAP;
}

void operation_name(const void *operation, struct moved *m)
{
  static const char *const names[] = {"a put", "a get", "an accumulate",
                                      "a get_accumulate", "a compare_and_swap"};
  const struct operation *o = operation;
  if (o->whole && !has_result(o->kind)) m->by[0] = o->by;
  m->ranks[0] = o->peer->rma->rank->id;
  m->ranks[1] = peer_world(o->peer);
  snprintf(m->text, sizeof m->text, "%s of rank %d on rank %d in %s",
           names[o->kind], m->ranks[0], m->ranks[1],
           window_label(o->peer->rma->view));
}

/* Has every operation the last part of the struct? Somebody knows operations by
 * their numbers or names, or what is lent may be fetched early all the same. */
static bool all_whole(void)
{
  return observers_hear.issue || observers_hear.admission ||
         observers_hear.applied || order_hurries() || order_defers();
}

struct operation *operation_new(enum operation_kind kind, struct peer *p,
                                struct request *r, bool lent)
{
  static uint64_t numbers;
  bool whole = (kind_fetches(kind) && !lent) || r || all_whole();
  struct operation *o = pool_take_ahead(pool_of(whole), PART);
  numbers++;
  o->peer = p;
  o->nothing = 0;
  o->kind = kind;
  o->events = 1; /* the application, or the answer it sends */
  if (lent) o->lent = true;
  o->whole = whole;
  if (!whole) return o;
  if (r) o->requested = true;
  o->request = r;
  o->kept = NULL;
  o->number = numbers;
  if (!has_result(kind))
    o->by = (struct moved_by){self->call->function->name, self->call->site};
  return o;
}

void *data_new(union data *d, size_t bytes)
{
  if (bytes <= sizeof d->inside) return d->inside;
  return d->apart = pool_take_bytes(bytes);
}

static void data_free(union data *d, size_t bytes)
{
  if (bytes > sizeof d->inside) pool_give_bytes(d->apart, bytes);
}

/* Where what is fetched goes. */
static struct buffer result_of(const struct operation *o)
{
  if (o->kind == OPERATION_GET)
    return (struct buffer){o->sent.origin, o->sent.origin_count,
                           o->origin_type};
  return (struct buffer){o->result, o->result_count, o->result_type};
}

static size_t size_of(const struct buffer *b)
{
  return (size_t)(b->count * b->type->size);
}

static void operation_free(struct operation *o)
{
  if (!o->lent)
    data_free(&o->sent, o->sent_bytes);
  else if (o->kind == OPERATION_PUT)
    datatype_unref((struct datatype *)o->origin_type);
  if (operation_fetches(o)) {
    if (!o->lent) data_free(&o->fetched, operation_fetched(o));
    datatype_unref((struct datatype *)result_of(o).type);
  }
  datatype_unref((struct datatype *)o->target_type);
  pool_give(pool_of(o->whole), o);
}

void operation_event_done(struct operation *o)
{
  if (--o->events == 0) operation_free(o);
}

static const char *target_memory(const struct operation *o)
{
  return o->target + o->target_type->true_lb;
}

static __attribute__((noinline)) void tell_issued(const struct operation *o)
{
  OBSERVE(operation, .kind = (enum observed_kind)o->kind, /* in that order */
          .origin = self->id, .target = peer_world(o->peer),
          .window = o->peer->rma->window, .bytes = operation_bytes(o),
          .memory = target_memory(o), .date = self->time);
}

/* --- completion --- */

/* Does the origin learn of its remote completion by itself? */
static bool acknowledged(const struct operation *o)
{
  return operation_fetches(o) || cost.protocol == PROTOCOL_RDMA;
}

static void count_local(struct peer *p, double date)
{
  completion_done(&p->rma->waits, &p->local, date);
  completion_done(&p->rma->waits, &p->rma->local, date);
}

static void done_locally(struct operation *o, double date)
{
  count_local(o->peer, date);
  if (o->requested) request_complete(o->request);
  o->requested = false; /* the program may free it now */
}

static void done_remotely(struct operation *o, double date)
{
  struct peer *p = o->peer;
  completion_done(&p->rma->waits, &p->remote, date);
  completion_done(&p->rma->waits, &p->rma->remote, date);
  operation_event_done(o);
}

/* The same now, and what --order has held back moves with the last. */
static void done_remotely_now(struct operation *o)
{
  struct peer *p = o->peer;
  if (completion_pending(&p->remote) == 1) target_settle(p);
  done_remotely(o, engine_now());
}

static void returned(void *m)
{
  struct operation *o = operation_of(m);
  struct buffer result = result_of(o);
  moving_begin(operation_name, o);
  target_read_late(o);
  if (o->lent) {
    datatype_copy((void *)result.base, result.count, result.type, o->target,
                  o->target_count, o->target_type);
  } else {
    size_t bytes = operation_fetched(o), room = size_of(&result);
    datatype_unpack((void *)result.base, result.count, result.type, 0,
                    room < bytes ? room : bytes, data_at(&o->fetched, bytes));
  }
  moving_end();
  asking_answered(o);
  rank_memory_written(o->peer->rma->rank);
  done_locally(o, engine_now());
  done_remotely_now(o);
}

static void acked(void *m)
{
  done_remotely_now(operation_of(m));
}

/* The date of the acknowledgement is known: an event is needed only where bytes
 * are to move then. */
static void acknowledge(struct operation *o)
{
  o->message.arrived = acked;
  if (plain || peer_seen(o->peer)->unmoved)
    net_ack(&o->message, engine_now(), cost.ack);
  else
    done_remotely(o, net_ack_date(&o->message, engine_now(), cost.ack));
}

void operation_applied(struct operation *o)
{
  struct peer *p = o->peer;
  if (o->whole)
    OBSERVE(applied, .kept = &o->kept,
            .memory = {o->target, o->target_count, o->target_type},
            .reads = o->differed);
  p->remote.count++;
  net_turn(&o->message);
  if (operation_fetches(o)) {
    o->message.injected = NULL;
    o->message.bytes = (double)operation_fetched(o);
    o->message.arrived = returned;
    net_send(&o->message, engine_now());
  } else if (acknowledged(o)) {
    acknowledge(o);
  } else {
    operation_event_done(o);
  }
  notices_ripen(p);
}

/* --- sending --- */

static void left(void *o)
{
  done_locally(o, engine_now());
}

/* The date is not after that of the arrival. */
static void injected(struct net_message *m, double date)
{
  count_local(operation_of(m)->peer, date);
}

/* A request is complete at that date, and not before. */
static void injected_request(struct net_message *m, double date)
{
  if (date > engine_now())
    engine_at(date, left, operation_of(m));
  else
    done_locally(operation_of(m), date);
}

/* Was its data copied at issue, as that of an eager message? */
static bool copied(const struct operation *o)
{
  return cost.protocol == PROTOCOL_MESSAGE && o->sent_bytes <= cost.eager;
}

static void payload_send(struct operation *o, double date)
{
  o->message.bytes = (double)o->sent_bytes;
  o->message.injected = copied(o) || operation_fetches(o) ? NULL
                        : plain || o->requested           ? injected_request
                                                          : injected;
  o->message.arrived = arrived;
  net_send(&o->message, date);
}

/* Clear to send: back at the origin, whose interface now sends the payload. */
static void cleared(void *m)
{
  struct operation *o = operation_of(m);
  o->rendezvous = false;
  net_turn(m);
  payload_send(o, engine_now());
}

static void clear_to_send(void *s)
{
  struct operation *o = container_of(s, struct operation, service);
  net_turn(&o->message);
  o->message.arrived = cleared;
  net_send(&o->message, engine_now());
}

static void asked_to_send(void *m)
{
  struct operation *o = operation_of(m);
  o->service.busy = cost_overhead(COST_RECV, 0);
  o->service.serve = clear_to_send;
  rank_serve(peer_rank(o->peer), &o->service);
}

static void rendezvous_send(struct operation *o, double date)
{
  o->message.bytes = 0;
  o->message.injected = NULL;
  o->message.arrived = asked_to_send;
  net_send(&o->message, date);
}

void operation_send(struct operation *o, double date)
{
  o->message.from = o->peer->rma->rank->host;
  o->message.to = peer_host(o->peer);
  target_move_early(o);
  if (o->rendezvous)
    rendezvous_send(o, date);
  else
    payload_send(o, date);
}

/* An operation was issued at a date that its rank, running ahead, may have
 * reached long before the clock did. Those of later epochs wait for later
 * posts: what was copied at issue lets the origin begin them already. */
void operations_posted(struct peer *p)
{
  struct extra *x = peer_extra(p);
  while (x->unposted && list_first(x->unposted)->start <= x->posts) {
    struct operation *o = list_take(&x->unposted);
    told_admitted(o);
    double now = engine_now();
    operation_send(o, o->issued > now ? o->issued : now);
  }
}

/* Everything is here. In a lock_all epoch it may have to wait for the shared
 * lock, which the first operation to the target asked for. */
static void arrived(void *m)
{
  struct operation *o = operation_of(m);
  if (o->shares && !lock_share(o->peer)) {
    list_append(&peer_extra(o->peer)->waiting, o);
    return;
  }
  if (o->shares) told_admitted(o);
  target_arrived(o);
}

void operations_shared(struct peer *p)
{
  while (peer_seen(p)->waiting) {
    struct operation *o = list_take(&p->extra->waiting);
    told_admitted(o);
    target_arrived(o);
  }
}

/* --- foresight --- */

/* What its pair counts, and who waits for that. */
static inline void foresee_pair(const struct peer *p, int stage)
{
  if (stage == 1)
    memory_ask(p);
  else if (stage == 2)
    memory_ask(p->rma);
  else if (p->rma->waits.only)
    memory_ask(&p->rma->rank->main);
}

/* What one at its target touches, and what observers keep of it. */
static inline void foresee_target(const struct operation *o, int stage)
{
  foresee_pair(o->peer, stage);
  if (stage != 1) return;
  memory_ask(o->target);
  if (o->sent_bytes > sizeof o->sent) memory_ask(o->sent.apart);
}

static inline void targets_foreseen(const struct coming *calls, unsigned n,
                                    int stage)
{
  FORESEEN (i, calls, n)
    foresee_target(calls[i].arg, stage);
}

/* Where they are admitted, or applied: a loop for each stage. */
static inline void observed_foreseen(const struct coming *calls, unsigned n,
                                     int stage, bool applied)
{
  if (stage == 1)
    targets_foreseen(calls, n, 1);
  else if (stage == 2)
    targets_foreseen(calls, n, 2);
  else if (stage == 3)
    targets_foreseen(calls, n, 3);
  if (!observers_foresee) return;
  int last = stage < FORESIGHT_STAGES ? stage : OBSERVED_STAGES;
  if (stage == FORESIGHT_ORDERED) stage = 1; /* theirs lie nowhere near */
  for (; stage <= last; stage++)
    FORESEEN (i, calls, n) {
      const struct operation *o = calls[i].arg;
      if (applied || o->waits)
        observers_foresee(&o->kept, o->target, applied, stage);
    }
}

static void arrivals_foreseen(const struct coming *calls, unsigned n, int stage)
{
  observed_foreseen(calls, n, stage, false);
}

void operations_foreseen(const struct coming *calls, unsigned n, int stage)
{
  observed_foreseen(calls, n, stage, true);
}

static void acks_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (stage == FORESIGHT_ORDERED) return;
  FORESEEN (i, calls, n) {
    const struct operation *o = calls[i].arg;
    foresee_pair(o->peer, stage);
  }
}

static void returns_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (stage == FORESIGHT_ORDERED) return;
  FORESEEN (i, calls, n) {
    const struct operation *o = calls[i].arg;
    foresee_pair(o->peer, stage);
    if (stage == 1 && !o->lent) memory_ask(&o->fetched);
    if (stage != 2) continue;
    struct buffer result = result_of(o);
    datatype_prefetch(result.base, result.type);
    if (o->lent) datatype_prefetch(o->target, o->target_type);
  }
}

/* Calls are of messages of any kind, not of operations alone; one date seldom
 * has several kinds. */
static void injections_foreseen(const struct coming *calls, unsigned n)
{
  const struct operation *o = calls[0].arg;
  if (o->message.injected != injected) return;
  FORESEEN (i, calls, n) {
    o = calls[i].arg;
    if (o->message.injected == injected) memory_ask(o->peer);
  }
}

static bool message_in_vain(const void *m)
{
  return asking_in_vain(container_of(m, const struct operation, message));
}

static void tell_vain(void)
{
  vain_add(left, asking_in_vain);
  vain_add(clear_to_send, asking_service_in_vain);
  vain_add(arrived, message_in_vain);
  vain_add(returned, message_in_vain);
  vain_add(acked, message_in_vain);
  vain_add(asked_to_send, message_in_vain);
  vain_add(cleared, message_in_vain);
}

void operation_open(void)
{
  tell_vain();
  net_foresee_injected(injections_foreseen);
  foresight_add(arrived, arrivals_foreseen);
  foresight_add(acked, acks_foreseen);
  foresight_add(returned, returns_foreseen);
}

/* --- issue --- */

static enum cost_call overhead_of(const struct operation *o)
{
  if (o->kind == OPERATION_PUT) return COST_PUT;
  return o->kind == OPERATION_GET ? COST_GET : COST_ACC;
}

/* Which completions are to come, and through which events. */
static void expect_completions(struct operation *o)
{
  struct peer *p = o->peer;
  if (cost.protocol == PROTOCOL_MESSAGE) o->rendezvous = !copied(o);
  p->local.count++;
  p->local.pending++;
  p->rma->local.pending++;
  if (acknowledged(o)) {
    p->remote.pending++;
    p->rma->remote.pending++;
  }
  if (cost.protocol == PROTOCOL_MESSAGE)
    p->unflushed = p->rma->unflushed = true;
  if (copied(o) && !operation_fetches(o)) done_locally(o, engine_now());
}

/* Would an operation wait for a post? */
static bool unposted(const struct peer *p)
{
  if (!p->rma->view->epoch.started) return false;
  const struct extra *x = peer_seen(p);
  return x->starts > x->posts;
}

bool operation_waits(const struct peer *p)
{
  const struct epoch *e = &p->rma->view->epoch;
  if (e->all_locked) return !p->rma->unchecked && p->share != SHARE_HELD;
  return unposted(p);
}

void operation_issue(struct operation *o)
{
  struct peer *p = o->peer;
  size_t fetched = operation_fetched(o);
  size_t bytes = o->sent_bytes > fetched ? o->sent_bytes : fetched;
  const struct epoch *e = &p->rma->view->epoch;
  p->fresh = p->rma->fresh = FLUSH_EITHER;
  if (o->ordered) o->order = ++p->ordered;
  if (e->all_locked && !p->rma->unchecked) o->shares = p->shares = true;
  if (e->started) o->begun = peer_seen(p)->begun;
  if (operation_waits(p)) o->waits = true;
  if (observers_hear.operation) tell_issued(o);
  told_issued(o);
  rank_charge_issue(cost_overhead(overhead_of(o), bytes));
  o->issued = self->time;
  expect_completions(o);
  if (unposted(p)) {
    o->start = p->extra->starts;
    list_append(&p->extra->unposted, o);
    return;
  }
  if (deferred_take(o)) return;
  /* The post may have come while the rank met the clock. */
  if (o->waits && e->started) told_admitted(o);
  operation_send(o, o->issued);
}
