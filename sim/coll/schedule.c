/* Schedules: rounds of steps, advanced by events. */
#include "schedule.h"

#include "../../model/error/fault.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"
#include "../rank/call.h"
#include "../rank/rank.h"
#include "../image/callback.h"
#include "../cost/noise.h"
#include "../moving.h"
#include "../net/net.h"
#include "select.h"
#include "step.h"

#include <math.h>

enum { KIND_BITS = 5, NUMBER_BITS = 16 };

_Static_assert(FUNCTIONS <= 1 << (31 - KIND_BITS - NUMBER_BITS),
               "a tag has room for functions");

_Static_assert(offsetof(struct schedule, owner) == POOL_LINE &&
                   offsetof(struct p2p_recv, purpose) == POOL_LINE,
               "what each step needs of both is one cache line each");

static struct pool steps = {.size = sizeof(struct step)};
static struct schedule *ready, **last_ready = &ready; /* by next_ready */

/* --- rounds --- */

static void step_free(struct step *step)
{
  pool_give(&steps, step);
}

/* What its part of the collective takes its owner's CPU, and the noise. */
static void pay(struct schedule *s, double seconds)
{
  s->time += noisy(s->owner->id, s->time, seconds);
}

static void finished(void *arg)
{
  struct schedule *s = arg;
  s->done(s);
}

/* Under --coll=model a schedule may be over ahead of the clock, inside another
 * rank's call. */
static void finish(struct schedule *s)
{
  if (select_model)
    engine_at(s->time, finished, s);
  else
    s->done(s);
}

static struct step *merge(struct step *a, struct step *b)
{
  struct step *first, **last = &first;
  while (a && b) {
    struct step **least = b->date < a->date ? &b : &a;
    *last = *least;
    last = &(*last)->next;
    *least = *last;
  }
  *last = a ? a : b;
  return first;
}

/* Sort by date; steps of one date stay in order. */
static struct step *sorted(struct step *list)
{
  if (!list || !list->next) return list;
  struct step *middle = list, *rest;
  for (rest = list->next; rest && rest->next; rest = rest->next->next)
    middle = middle->next;
  rest = middle->next;
  middle->next = NULL;
  return merge(sorted(list), sorted(rest));
}

static double landed(struct schedule *s, const struct step *step)
{
  if (step->from < 0) return step->date;
  return net_land(step->from, s->owner->host, (double)step->recv.bytes,
                  step->date, &s->in_free);
}

/* The interface and the CPU take the steps that have ended in the order of
 * their dates. */
__attribute__((noinline)) static void settle(struct schedule *s)
{
  struct step *step = sorted(s->ended);
  s->ended = NULL;
  s->ahead = 0;
  while (step) {
    struct step *next = step->next;
    s->time = fmax(s->time, landed(s, step));
    pay(s, step->cpu);
    step_free(step);
    step = next;
  }
}

/* Ask for rounds until one has steps that are not done at once. */
static void advance(struct schedule *s)
{
  while (s->pending == 0) {
    if (select_model) settle(s);
    if (!*s->stages) {
      finish(s);
      return;
    }
    stage_round *const *stage = s->stages;
    s->pending = 1;
    if ((*stage)(s)) {
      s->round++;
    } else {
      if (s->stages == stage) s->stages++;
      s->round = 0;
    }
    s->pending--;
  }
}

static struct step *step_new(struct schedule *s)
{
  struct step *step = pool_take(&steps);
  step->schedule = s;
  s->pending++;
  return step;
}

static void next_round(void *service)
{
  struct schedule *s = container_of(service, struct schedule, service);
  if (s->time < engine_now()) s->time = engine_now();
  advance(s);
}

/* One step of the round is over now; after it the CPU is busy for `cpu`
 * seconds. */
static inline void one_done(struct schedule *s, double cpu)
{
  if (s->time < engine_now()) s->time = engine_now();
  pay(s, cpu);
  if (--s->pending > 0) return;
  if (cost.progress != PROGRESS_WEAK || !strands_computing(s->owner)) {
    advance(s);
    return;
  }
  s->service = (struct service){.serve = next_round};
  rank_serve(s->owner, &s->service);
}

/* Let the schedules go on whose rounds are over. Not from within itself:
 * schedules of all ranks take turns here, so that none nests in another. */
static void steps_run(void)
{
  while (ready) {
    struct schedule *s = ready;
    ready = s->next_ready;
    if (!ready) last_ready = &ready;
    advance(s);
  }
}

static void step_done(struct step *step, double cpu)
{
  struct schedule *s = step->schedule;
  if (select_model) {
    step_ends(step, s->time, cpu);
    steps_run();
    return;
  }
  step_free(step);
  one_done(s, cpu);
}

/* One thing less pends; the last one lets the schedule go on, in steps_run. */
static void less_pends(struct schedule *s)
{
  if (--s->pending > 0) return;
  s->next_ready = NULL;
  *last_ready = s;
  last_ready = &s->next_ready;
}

void step_lands(struct step *step, int host, double head, double cpu)
{
  struct schedule *s = step->schedule;
  step->from = host;
  step->date = head;
  step->cpu = cpu;
  step->next = s->ended;
  s->ended = step;
  less_pends(s);
}

void step_found(struct step *step, int host, double head, double cpu)
{
  struct schedule *s = step->schedule;
  int here = s->owner->host;
  double bytes = (double)step->recv.bytes;
  if (!net_lands_by(host, here, bytes, head, s->in_free, s->time)) {
    step_lands(step, host, head, cpu);
    return;
  }
  net_land(host, here, bytes, head, &s->in_free);
  pay(s, cpu);
  step_free(step);
  less_pends(s);
}

void together_ends(struct schedule *s, double date)
{
  s->time = fmax(s->time, date);
  less_pends(s);
}

void step_ends(struct step *step, double date, double cpu)
{
  step_lands(step, -1, date, cpu);
}

static int tag_of(uint32_t number, enum collective kind)
{
  if (kind == COLL_EXCHANGE && self && self->call)
    number += (uint32_t)function_number(self->call->function) << NUMBER_BITS;
  return (int)((number << KIND_BITS | kind) & 0x7fffffff);
}

void schedule_init(struct schedule *s, struct comm_view *view,
                   enum collective kind, stage_round *const *stages)
{
  uint32_t number = (*comm_collectives(view))++;
  *s = (struct schedule){
      .view = view,
      .comm = view->comm,
      .owner = self,
      .kind = kind,
      .call = self && self->call ? self->call->function->name : NULL,
      .rank = view->rank,
      .size = group_size(view->comm->group),
      .number = number,
      .envelope = {view->comm->context + 1, self->id, tag_of(number, kind)},
      .stages = stages,
      .time = self->time,
      .awaits = MPI_UNDEFINED,
      .misfit = -1,
  };
}

void schedule_rewind(struct schedule *s)
{
  s->round = 0;
  s->remote = s->received = false;
  s->time = self->time;
  s->awaits = MPI_UNDEFINED;
  s->misfit = -1;
}

int schedule_fault(const struct schedule *s)
{
  if (s->misfit < 0) return 0;
  return fault(
      s->misfit_bytes > s->misfit_expected ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT,
      ": rank %d sent %lld bytes where this rank expects %lld: the"
      " ranks' counts and types do not agree [MPI-4.1 6.1]",
      s->misfit, (long long)s->misfit_bytes, (long long)s->misfit_expected);
}

void schedule_start(struct schedule *s, void (*done)(struct schedule *))
{
  s->done = done;
  advance(s);
  steps_run();
}

static void run_done(struct schedule *s)
{
  counter_done(s->waiter);
}

void schedule_begin(struct schedule *s, struct counter *c)
{
  s->waiter = c;
  c->pending = 1;
  c->explain = schedule_explain_wait;
  c->about = s;
  schedule_start(s, run_done);
}

void schedule_end(const struct schedule *s)
{
  if (self->time < s->time) self->time = s->time;
}

void schedule_run(struct schedule *s)
{
  s->counter.waiting = NULL;
  schedule_begin(s, &s->counter);
  rank_wait(&s->counter);
  schedule_end(s);
}

/* --- steps --- */

static int world_of(const struct schedule *s, int peer)
{
  const struct comm *c = s->comm;
  return group_world(s->remote ? c->remote : c->group, peer);
}

static void send_done(struct p2p_send *send)
{
  step_done(container_of(send, struct step, send), 0);
}

/* Start a send that a later event ends, and which so needs a step of its
 * own. */
static void send_step(struct schedule *s, int to, const void *buffer,
                      MPI_Count count, const struct datatype *type)
{
  struct step *step = step_new(s);
  step->send = (struct p2p_send){.envelope = s->envelope,
                                 .to = to,
                                 .buffer = buffer,
                                 .count = count,
                                 .type = type,
                                 .mode = SEND_STANDARD,
                                 .done = send_done};
  if (select_model)
    model_send(step, s->time);
  else
    p2p_send_start(&step->send, s->time);
}

void schedule_send(struct schedule *s, int peer, const void *buffer,
                   MPI_Count count, const struct datatype *type)
{
  MPI_Count bytes = p2p_bytes(count, type);
  int to = world_of(s, peer);
  pay(s, p2p_cost(COST_SEND, bytes, type));
  moving_begin(schedule_name, s);
  if (!select_model && bytes <= (MPI_Count)cost.eager)
    p2p_send_plain(pair_name_of(&s->envelope, to), buffer, count, type, bytes,
                   s->time);
  else
    send_step(s, to, buffer, count, type);
  moving_end();
}

/* The rank of a member, in its own group. */
static int member_of(const struct comm *c, int world)
{
  int rank = group_rank(c->group, world);
  return rank == MPI_UNDEFINED ? group_rank(c->remote, world) : rank;
}

__attribute__((noinline)) void step_misfit(struct schedule *s, int source,
                                           MPI_Count bytes, MPI_Count expected)
{
  if (s->misfit >= 0) return;
  s->misfit = member_of(s->comm, source);
  s->misfit_bytes = bytes;
  s->misfit_expected = expected;
}

static void recv_done(struct p2p_recv *r)
{
  step_done(container_of(r, struct step, recv),
            step_received(r, r->envelope.source, r->bytes));
}

static void plain_done(struct p2p_recv *r)
{
  struct schedule *s = r->owner;
  double cpu = step_received(r, r->envelope.source, r->bytes);
  pool_give(pool_of_lines(P2P_RECV_PLAIN), r);
  one_done(s, cpu);
}

/* A receive that is found by its name alone; the date of its post does not
 * matter. */
static struct p2p_recv *recv_plain(struct schedule *s)
{
  struct p2p_recv *r = pool_take(pool_of_lines(P2P_RECV_PLAIN));
  r->done = plain_done;
  s->pending++;
  return r;
}

static struct p2p_recv *recv_step(struct schedule *s)
{
  struct p2p_recv *r = &step_new(s)->recv;
  r->done = recv_done;
  return r;
}

void schedule_recv(struct schedule *s, int peer, void *buffer, MPI_Count count,
                   const struct datatype *type)
{
  int from = world_of(s, peer);
  bool plain = !select_model && !s->ordered &&
               p2p_bytes(count, type) <= (MPI_Count)cost.eager;
  struct p2p_recv *r = plain ? recv_plain(s) : recv_step(s);
  struct table_key name =
      pair_name(s->envelope.context, from, s->envelope.tag, s->envelope.source);
  r->name.node.key = name;
  r->buffer = buffer;
  r->count = count;
  r->type = type;
  r->owner = s;
  s->awaits = peer;
  s->awaits_remote = s->remote;
  if (plain)
    p2p_recv_plain(r, name);
  else if (select_model)
    model_recv(container_of(r, struct step, recv), s->time);
  else
    p2p_recv_start(r, s->time);
}

void schedule_together(struct schedule *s, MPI_Count bytes, bool up)
{
  s->pending++;
  together_join(s, bytes, up);
}

void schedule_copy(struct schedule *s, void *to, MPI_Count to_count,
                   const struct datatype *to_type, const void *from,
                   MPI_Count from_count, const struct datatype *from_type)
{
  moving_begin(schedule_name, s);
  datatype_copy(to, to_count, to_type, from, from_count, from_type);
  moving_end();
  pay(s,
      spent(TERM_COPY, (double)p2p_bytes(from_count, from_type) / cost.copy));
}

/* On the owner's stack. */
static void call_operator(void *arg)
{
  struct step *step = arg;
  struct schedule *s = step->schedule;
  struct combination c = step->combination;
  callback_op(c.op, (void *)c.in, c.inout, c.count, c.type, c.handle);
  if (s->time < self->time) s->time = self->time;
  step_done(step, c.cost);
}

void schedule_combine(struct schedule *s, const struct op *op,
                      MPI_Datatype handle, const struct datatype *type,
                      const void *in, void *inout, MPI_Count count)
{
  if (count == 0) return;
  double seconds =
      spent(TERM_COMBINE, (double)p2p_bytes(count, type) / cost.combine);
  if (op->predefined) {
    moving_begin(schedule_name, s);
    op_apply(op, type->element, in, inout, count);
    moving_end();
    pay(s, seconds);
    return;
  }
  struct step *step = step_new(s);
  step->combination =
      (struct combination){op, handle, type, in, inout, count, seconds};
  rank_run_callback(s->owner, call_operator, step);
}
