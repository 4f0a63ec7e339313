/* Ranks: their contexts, local times, waits and services.
 *
 * Invariant: a rank is parked in exactly one place, rank_park(); whoever wakes
 * it does so through counter_done, a dated event of its own, a callback or
 * memory written, and every caller of rank_park loops until its own condition
 * holds, so that a wake too many does no harm. */
#include "rank.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../cost/cost.h"
#include "../image/image.h"
#include "../streams.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { AHEAD_MAX = 1024, POLL_DOUBLINGS = 10 };

struct callback {
  void (*f)(void *);
  void *arg;
  struct callback *next;
};

struct rank *self;

static struct rank *ranks;
static int rank_count, alive;
static int (*rank_body)(struct rank *);
void (*rank_on_poll)(void);

static struct rank *spinners; /* in the order in which they began */
static unsigned long poll_events;
/* Whose thread-locals are in place: the rank that ran last. */
static struct rank *resident;

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

static void rank_resume(struct rank *r)
{
  if (resident != r) image_switch(resident, r);
  resident = r;
  self = r;
  if (r->time < engine_now()) r->time = engine_now();
  streams_release(engine_now());
}

static void written(void *arg)
{
  rank_memory_written(arg);
}

/* A rank that shares memory has run up to its local time: those that poll it
 * look again at that date. */
static void tell_spinners(const struct rank *r)
{
  for (struct rank *s = spinners; s; s = s->next_spinning)
    if (s != r && s->in_step && s->host == r->host)
      engine_at(r->time > engine_now() ? r->time : engine_now(), written, s);
}

static void rank_park(void)
{
  struct rank *r = self;
  if (r->in_step && !r->stored_nothing) tell_spinners(r);
  int saved_errno = errno;
  streams_switch();
  self = NULL;
  engine_park();
  rank_resume(r);
  errno = saved_errno;
}

static void rank_main(void *arg)
{
  struct rank *r = arg;
  rank_resume(r);
  int code = rank_body(r);
  streams_switch();
  streams_end(r);
  r->exit_code = code;
  r->finalized = r->state != RANK_RUNNING && r->sessions == 0;
  r->state = RANK_ENDED;
  r->ended = r->time;
  alive--;
  self = NULL;
  engine_exit_context();
}

void ranks_create(int n, const struct rank_place *places, size_t stack,
                  int (*body)(struct rank *))
{
  ranks = xcalloc(n, sizeof *ranks);
  rank_count = alive = n;
  rank_body = body;
  for (int i = 0; i < n; i++) {
    struct rank *r = &ranks[i];
    r->id = i;
    r->host = places[i].host;
    r->app = places[i].app;
    r->computing = true;
    r->context = engine_spawn(r->host, stack, rank_main, r);
  }
}

void rank_charge(double seconds)
{
  self->time += seconds;
}

void rank_charge_issue(double seconds)
{
  rank_charge(seconds);
  self->polls = 0;
  if (self->in_step || ++self->ahead >= AHEAD_MAX) rank_meet();
}

/* --- waiting --- */

static bool run_callbacks(struct rank *r)
{
  struct callback *c = r->callbacks;
  if (!c) return false;
  r->callbacks = c->next;
  c->f(c->arg);
  free(c);
  return true;
}

static void wake_rank(void *arg)
{
  engine_wake(((struct rank *)arg)->context);
}

void rank_meet(void)
{
  struct rank *r = self;
  r->ahead = 0;
  if (r->time <= engine_now()) return;
  double date = r->time;
  engine_at(date, wake_rank, r);
  while (engine_now() < date)
    if (!run_callbacks(r)) rank_park();
}

void rank_compute(double seconds)
{
  rank_meet();
  self->computing = true;
  rank_charge(spent(TERM_COMPUTE, seconds));
  rank_meet();
}

/* --- polls --- */

static void poll_ends(void *arg)
{
  poll_events++;
  wake_rank(arg);
}

/* One call stands for up to 2^POLL_DOUBLINGS polls in a row: nothing happens
 * in between but what rank_news tells. A rank that shares memory is not told
 * of stores, and polls one by one. */
void rank_poll(void)
{
  struct rank *r = self;
  int doublings = r->polls < POLL_DOUBLINGS ? r->polls : POLL_DOUBLINGS;
  if (r->in_step) doublings = 0;
  rank_meet();
  r->polls++;
  r->poll_begin = r->time;
  r->poll_end = r->time + cost.poll * (double)(1 << doublings);
  if (rank_on_poll) rank_on_poll();
  r->polling = true;
  engine_at(r->poll_end, poll_ends, r);
  while (engine_now() < r->poll_end)
    if (!run_callbacks(r)) rank_park();
  r->polling = false;
  spent(TERM_POLL, r->time - r->poll_begin);
}

void rank_news(struct rank *r)
{
  if (!r->polling) return;
  double done = ceil((engine_now() - r->poll_begin) / cost.poll);
  double date = r->poll_begin + cost.poll * (done > 1 ? done : 1);
  if (date >= r->poll_end) return;
  r->poll_end = date;
  engine_at(date, poll_ends, r);
}

unsigned long rank_poll_events(void)
{
  return poll_events;
}

void rank_poll_hit(void)
{
  self->polls = 0;
}

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
  if (--c->pending == 0 && c->waiter) engine_wake(c->waiter->context);
}

void rank_wait(struct counter *c)
{
  struct rank *r = self;
  struct counter *outer = r->waits; /* of the wait whose callback this is */
  r->ahead = 0;
  c->waiter = r;
  r->waits = c;
  while (r->callbacks || c->pending > 0)
    if (!run_callbacks(r)) rank_park();
  r->waits = outer;
  c->waiter = NULL;
  if (r->time < engine_now()) r->time = engine_now();
}

void rank_run_callback(struct rank *r, void (*f)(void *), void *arg)
{
  struct callback *c = xmalloc(sizeof *c);
  *c = (struct callback){f, arg, NULL};
  struct callback **last = &r->callbacks;
  while (*last)
    last = &(*last)->next;
  *last = c;
  engine_wake(r->context);
}

/* --- services --- */

static void service_event(void *arg)
{
  struct service *s = arg;
  s->serve(s);
}

static void service_start(struct rank *r, struct service *s)
{
  double now = engine_now();
  double start = r->cpu_free > now ? r->cpu_free : now;
  r->cpu_free = start + s->busy;
  engine_at(r->cpu_free, service_event, s);
}

void rank_serve(struct rank *r, struct service *s)
{
  if (cost.progress != PROGRESS_WEAK || !r->computing) {
    service_start(r, s);
    return;
  }
  s->next = NULL;
  if (r->served_last)
    r->served_last->next = s;
  else
    r->served_first = s;
  r->served_last = s;
}

void rank_enter_mpi(void)
{
  struct rank *r = self;
  r->computing = false;
  while (r->served_first) {
    struct service *s = r->served_first;
    r->served_first = s->next;
    if (!r->served_first) r->served_last = NULL;
    service_start(r, s);
  }
}

/* --- polling memory --- */

void rank_memory_written(struct rank *r)
{
  rank_news(r);
  if (!r->spinning) return;
  struct rank **at = &spinners;
  while (*at != r)
    at = &(*at)->next_spinning;
  *at = r->next_spinning;
  r->spinning = false;
  engine_wake(r->context);
}

void rank_spin(bool again)
{
  struct rank *r = self;
  struct rank **last = &spinners;
  while (*last)
    last = &(*last)->next_spinning;
  *last = r;
  r->next_spinning = NULL;
  r->spinning = true;
  r->stored_nothing = again;
  while (r->spinning)
    rank_park();
  r->stored_nothing = false;
}
