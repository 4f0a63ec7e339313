/* Ranks: their contexts, local times, waits and services.
 *
 * Invariant: a strand is parked in exactly one place, rank_park(); whoever
 * wakes it does so through counter_done, a dated event of its own, a callback
 * or memory written, and every caller of rank_park loops until its own
 * condition holds, so that a wake too many does no harm. Structs of strands
 * are never freed: an event may hold one whose strand has ended. */
#include "rank.h"

#include "call.h"
#include "own.h"
#include "spinners.h"
#include "streams.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"
#include "../cost/cost.h"
#include "../engine/foresight.h"
#include "../plain.h"
#include "../vain.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { AHEAD_MAX = 1024 };

struct callback {
  void (*f)(void *);
  void *arg;
  struct callback *next;
};

struct rank *self;
bool rank_threaded, rank_shares;

static struct rank *ranks;
const int *rank_hosts;
static size_t rank_stack;
static int rank_count, alive;
static int (*rank_body)(struct rank *);

int ranks_count(void)
{
  return rank_count;
}

struct rank *rank_of(int world)
{
  return &ranks[world];
}

int ranks_alive(void)
{
  return alive;
}

/* The date that a rank has come to. That is its local time if it ends the run,
 * or if the run is over; others are on their way there. */
static double date_of(const struct rank *r, bool over)
{
  if (r->state == RANK_ENDED) return r->ended;
  if (r == self) return r->time;
  return over ? strands_latest(r) : 0;
}

double ranks_latest(void)
{
  bool over = !self && !engine_counts().pending;
  double latest = ranks_alive() ? engine_now() : 0;
  for (int i = 0; i < ranks_count(); i++)
    latest = fmax(latest, date_of(rank_of(i), over));
  return latest;
}

/* Its time is never before the clock. */
static void catch_up(struct rank *r)
{
  double now = engine_now();
  if (r->time < now) r->time = now;
}

/* What its next call asks for first comes while it goes back to its program:
 * the handles, and the window that it has just used. */
static inline void fetch_next(const struct rank *r)
{
  memory_ask(r->handles.all);
  if (r->call) memory_ask(r->call->window);
}

static void put_in_place(struct rank *r)
{
  self = r;
  rank_threaded = r->busy > 1;
  rank_shares = rank_threaded || r->unjoined;
}

static void resume(struct strand *s)
{
  struct rank *r = s->rank;
  fetch_next(r);
  strand_put_in_place(s);
  own_switch(s->own);
  put_in_place(r);
  catch_up(r);
  streams_release(engine_now());
}

void rank_park(bool (*ready)(void *))
{
  struct rank *r = self;
  struct strand *s = r->strand;
  if (__builtin_expect(s->asked, false)) spinners_parks();
  if ((r->in_step || r->main.next) && !s->stored_nothing) rank_tell_ran(r);
  int saved_errno = errno;
  bool aside = own_set_aside(true);
  observers_tell_withheld();
  streams_switch();
  self = NULL;
  engine_park_until(ready);
  /* What ends with its rank stays parked: others may hold addresses on its
   * stack. */
  while (r->state == RANK_ENDED)
    engine_park();
  resume(s);
  own_set_aside(aside);
  if (__builtin_expect(s->gaps || s->soon || spinners_been, false))
    spinners_goes_on();
  errno = saved_errno;
}

static void rank_finish(struct rank *r, int code)
{
  observers_tell_withheld();
  streams_switch();
  streams_end(r);
  r->exit_code = code;
  r->finalized = r->state != RANK_RUNNING;
  r->state = RANK_ENDED;
  r->ended = r->time;
  alive--;
  self = NULL;
}

static void rank_main(void *arg)
{
  struct rank *r = arg;
  resume(&r->main);
  rank_finish(r, rank_body(r));
  engine_exit_context();
}

void rank_end(int code)
{
  rank_finish(self, code);
  for (;;)
    engine_park();
}

void rank_charge(double seconds)
{
  self->time += seconds;
}

double rank_passes(double date, double seconds)
{
  if (date + seconds > date) return seconds;
  return nextafter(date, HUGE_VAL) - date;
}

void rank_charge_issue(double seconds)
{
  rank_charge(seconds);
  self->polls = 0;
  if (plain || self->in_step || self->busy > 1 || ++self->ahead >= AHEAD_MAX)
    rank_meet();
}

/* --- waiting --- */

static bool run_callbacks(struct rank *r)
{
  struct callback *c = r->callbacks;
  if (!c) return false;
  r->callbacks = c->next;
  bool aside = own_set_aside(true);
  c->f(c->arg);
  own_set_aside(aside);
  free(c);
  return true;
}

void rank_wake(void *strand)
{
  struct strand *s = strand;
  if (s->context) engine_wake(s->context);
}

static bool wake_in_vain(const void *strand)
{
  return strand_in_vain(strand);
}

static void wakes_foreseen(const struct coming *calls, unsigned n, int stage)
{
  if (stage != FORESIGHT_STAGES) return;
  FORESEEN (i, calls, n) {
    const struct strand *s = calls[i].arg;
    memory_ask(s->context);
  }
}

void rank_wake_at(struct strand *s, double date)
{
  engine_at(date, rank_wake, s);
}

void rank_await_date(const double *date)
{
  while (engine_now() < *date)
    if (!run_callbacks(self)) rank_park(NULL);
}

void rank_meet(void)
{
  struct rank *r = self;
  r->ahead = 0;
  if (r->time <= engine_now()) return;
  if (r->polls >= POLLS_VAIN) {
    rank_pass_in_vain();
    return;
  }
  double date = r->time;
  rank_wake_at(r->strand, date);
  rank_await_date(&date);
}

static void yield_over(void *counter)
{
  counter_done(counter);
}

/* Twice: contexts that are woken by the events of one round run in the order of
 * their making, so this one may come before those that it lets pass. */
void rank_yield(void)
{
  rank_meet();
  for (int i = 0; i < 2; i++) {
    struct counter turn = {.pending = 1};
    engine_at(self->time, yield_over, &turn);
    rank_wait(&turn);
  }
}

void rank_leave_mpi(void)
{
  struct strand *s = self->strand;
  s->leaving = true;
  rank_meet();
  s->leaving = false;
  self->computing = true;
}

/* What it has stored before is seen now, not when it has computed. */
static void charge_compute(double seconds)
{
  rank_leave_mpi();
  if (self->in_step || self->main.next) rank_tell_ran(self);
  rank_charge(spent(TERM_COMPUTE, seconds));
  self->strand->computes = true;
}

void rank_compute(double seconds)
{
  struct strand *s = self->strand;
  charge_compute(seconds);
  rank_meet();
  s->computes = false;
}

/* It may look at memory before and after, if it does not poll otherwise: then
 * sleeps are polls. They cost the host less, and who has work to do may make
 * many: some are one poll. */
void rank_sleep(double seconds, struct pause pause)
{
  enum { OF_A_POLL = 16 };
  static unsigned sleeps;
  struct strand *s = self->strand;
  struct pause before = s->pause;
  s->pause = pause;
  s->sleeping = true;
  s->naps++;
  bool alone = ranks_alive() == 1 && !self->main.next;
  bool counts = !alone && self->polls < POLLS_VAIN && ++sleeps % OF_A_POLL == 0;
  if (counts && rank_on_poll) rank_on_poll();
  charge_compute(rank_passes(self->time, seconds));
  rank_pass_in_vain();
  s->computes = false;
  s->sleeping = false;
  s->pause = before;
}

/* --- counters --- */

static int explained;

void explain_whom(int world)
{
  explained = world;
}

int counter_explain(const struct counter *c, char *text, size_t size)
{
  explained = -1;
  if (c->explain) c->explain(c, text, size);
  return explained;
}

void counter_done(struct counter *c)
{
  if (--c->pending > 0) return;
  for (struct parked *w = c->waiting; w; w = w->next)
    engine_wake(w->strand->context);
}

static struct pool inner_waits = POOL(struct parked);

/* Returns what the strand waits for already, of the wait whose callback this
 * is, or NULL. */
static struct counter *wait_begin(struct counter *c)
{
  struct rank *r = self;
  struct strand *s = r->strand;
  struct counter *outer = s->waits;
  struct parked *me = outer ? pool_take(&inner_waits) : &s->waiting;
  *me = (struct parked){s, c->waiting};
  r->ahead = 0;
  c->waiting = me;
  s->waits = c;
  return outer;
}

static void wait_end(struct counter *c, struct counter *outer)
{
  struct strand *s = self->strand;
  struct parked **at = &c->waiting;
  while ((*at)->strand != s)
    at = &(*at)->next;
  struct parked *me = *at;
  *at = me->next;
  if (outer) pool_give(&inner_waits, me);
  s->waits = outer;
  catch_up(self);
}

/* Until the counter is zero or the date has come. */
static void wait_until(struct counter *c, double date)
{
  struct counter *outer = wait_begin(c);
  while (self->callbacks || (c->pending > 0 && engine_now() < date))
    if (!run_callbacks(self)) rank_park(NULL);
  wait_end(c, outer);
}

void rank_wait(struct counter *c)
{
  wait_until(c, HUGE_VAL);
}

/* What it waits for, and what it goes on with if that has come; then what these
 * lead to. */
static void turn_foreseen(const void *arg, int stage)
{
  const struct rank *r = arg;
  const struct strand *s = &r->main;
  if (observers_foresee_turn) observers_foresee_turn(r->id, stage);
  if (stage == 1) {
    memory_ask(s->waits);
    memory_ask(s->own);
    memory_ask(r->handles.all);
  } else if (s->waits && r->call) {
    memory_ask(s->waits->about);
    memory_ask(r->call->window);
  }
}

/* The turn of a rank that waits in steps: is the wait over? If it is the strand
 * waits for nothing any more, and knows by that. */
static bool rank_ready(void *arg)
{
  struct rank *r = arg;
  struct strand *s = &r->main;
  struct steps *w = container_of(s->waits, struct steps, counter);
  if (r->callbacks || r->busy > 1 || r->strand != s || r->in_step ||
      r->state == RANK_ENDED)
    return true;
  put_in_place(r);
  catch_up(r);
  bool over = w->over(w);
  if (over) s->waits = NULL;
  self = NULL;
  return over;
}

void rank_wait_steps(struct steps *w)
{
  struct counter *c = &w->counter, *outer = wait_begin(c);
  bool turns = !plain && !outer && self->strand == &self->main;
  while (self->callbacks || (self->strand->waits == c && !w->over(w)))
    if (!run_callbacks(self)) rank_park(turns ? rank_ready : NULL);
  wait_end(c, outer);
}

bool rank_wait_until(struct counter *c, double date)
{
  if (date < HUGE_VAL) rank_wait_ends_at(date);
  wait_until(c, date);
  if (c->pending)
    rank_timed_out();
  else
    self->strand->timeouts = 0;
  return c->pending == 0;
}

void rank_run_callback(struct rank *r, void (*f)(void *), void *arg)
{
  struct callback *c = xmalloc(sizeof *c);
  *c = (struct callback){f, arg, NULL};
  struct callback **last = &r->callbacks;
  while (*last)
    last = &(*last)->next;
  *last = c;
  for (struct strand *s = &r->main; s; s = s->next)
    rank_wake(s);
}

/* --- creation --- */

void ranks_create(int n, const struct rank_place *places, size_t stack,
                  int (*body)(struct rank *))
{
  int *hosts = block_new((size_t)n * sizeof *hosts);
  ranks = block_new((size_t)n * sizeof *ranks);
  rank_hosts = hosts;
  rank_stack = stack;
  rank_count = alive = n;
  foresight_add(rank_wake, wakes_foreseen);
  vain_add(rank_wake, wake_in_vain);
  polls_open();
  spinners_open();
  engine_foresee_turns(turn_foreseen);
  rank_body = body;
  for (int i = 0; i < n; i++) {
    struct rank *r = &ranks[i];
    r->id = i;
    r->host = hosts[i] = places[i].host;
    r->app = places[i].app;
    r->computing = true;
    r->busy = 1;
    r->strand = &r->main;
    r->main.rank = r;
    r->main.context = engine_spawn(stack, rank_main, r);
  }
}

/* --- strands --- */

static void tell_end(const struct strand *s)
{
  void *low = NULL, *high = NULL;
  engine_stack(s->context, &low, &high);
  const char *locals = s->pooled || !s->own ? NULL : s->own->locals;
  OBSERVE(
      thread_end, .strand = observed_strand(s),
      .gone = {{low, high}, {locals, locals ? locals + s->own->size : NULL}});
}

static void becomes_idle(struct strand *s)
{
  struct strand **from = &s->rank->idle_from;
  s->idle = true;
  if (!s->pooled && (!*from || s->number < (*from)->number)) *from = s;
}

static void strand_main(void *arg)
{
  struct strand *s = arg;
  resume(s);
  for (;;) {
    errno = 0;
    s->body(s->arg);
    rank_tell_ran(s->rank);
    s->rank->computing = true;
    becomes_idle(s);
    tell_end(s);
    s->rank->busy--;
    s->stored_nothing = true;
    while (s->idle)
      rank_park(NULL);
    s->stored_nothing = false;
  }
}

static void strand_spawn(void *arg)
{
  struct strand *s = arg;
  size_t stack = s->stack ? s->stack : rank_stack;
  s->context = engine_spawn(stack, strand_main, s);
}

static struct strand *strand_new(size_t stack, bool pooled)
{
  struct strand *last = self->last_strand, *s = xcalloc(1, sizeof *s);
  if (!last) last = &self->main;
  *s = (struct strand){.rank = self,
                       .number = last->number + 1,
                       .idle = true,
                       .pooled = pooled,
                       .stack = stack};
  return self->last_strand = last->next = s;
}

struct strand *rank_strand(size_t stack, bool pooled)
{
  bool passed = false; /* an idle one, whose stack is another */
  for (struct strand *s = pooled ? NULL : self->idle_from; s; s = s->next) {
    bool idle = s->idle && !s->pooled, fits = idle && s->stack == stack;
    passed |= idle && !fits;
    if (!passed) self->idle_from = s->next;
    if (fits) return s;
  }
  return strand_new(stack, pooled);
}

void rank_start(struct strand *s, void (*body)(void *), void *arg)
{
  s->body = body;
  s->arg = arg;
  s->time = self->time;
  s->call = NULL;
  s->polls = 0;
  s->ahead = 0;
  s->computing = true;
  s->idle = false;
  s->uses++;
  s->timeouts = 0;
  if (s == self->initial && !s->pooled) self->initial = NULL;
  self->busy++;
  rank_threaded = rank_shares = true;
  engine_at(self->time, s->context ? rank_wake : strand_spawn, s);
}

void rank_thread_ended(void)
{
  self->unjoined++;
}

void rank_thread_joined(void)
{
  self->unjoined--;
  put_in_place(self);
}

/* --- services --- */

static void service_start(struct rank *r, struct service *s)
{
  double now = engine_now();
  double start = r->cpu_free > now ? r->cpu_free : now;
  r->cpu_free = start + s->busy;
  engine_at(r->cpu_free, s->serve, s);
}

void rank_serve(struct rank *r, struct service *s)
{
  if (cost.progress != PROGRESS_WEAK || !strands_computing(r)) {
    service_start(r, s);
    return;
  }
  s->next = NULL;
  r->called_for = true;
  if (r->served_last)
    r->served_last->next = s;
  else
    r->served_first = s;
  r->served_last = s;
}

void rank_serve_waiting(void)
{
  struct rank *r = self;
  r->called_for = false;
  for (struct service *s; (s = r->served_first);) {
    r->served_first = s->next;
    service_start(r, s);
  }
  r->served_last = NULL;
}
