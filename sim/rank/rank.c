/* Ranks: their contexts, local times and services.
 *
 * Invariant: a strand is parked in exactly one place, rank_park(); whoever
 * wakes it does so through counter_done, a dated event of its own, a callback
 * or memory written, and every caller of rank_park loops until its own
 * condition holds, so that a wake too many does no harm. */
#include "rank.h"

#include "call.h"
#include "own.h"
#include "spinners.h"
#include "streams.h"
#include "turn.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"
#include "../cost/noise.h"
#include "../engine/foresight.h"
#include "../plain.h"
#include "../vain.h"

#include <errno.h>
#include <math.h>

enum { AHEAD_MAX = 1024 };

struct rank *self;
bool rank_threaded, rank_shares;
size_t turn_stack;

void (*rank_on_alarm)(void);

static struct rank *ranks;
const int *rank_hosts;
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

/* --- turns --- */

/* What its next call asks for first comes while it goes back to its program:
 * the handles, and the window that it has just used. */
static inline void fetch_next(const struct rank *r)
{
  memory_ask(r->handles.all);
  if (r->call) memory_ask(r->call->window);
}

void turn_begin(struct strand *s)
{
  struct rank *r = s->rank;
  fetch_next(r);
  strand_put_in_place(s);
  own_switch(s->own);
  turn_take(r);
  turn_catch_up(r);
  streams_release(engine_now());
  if (__builtin_expect(rank_on_alarm && r->alarm, 0) && r->time >= r->alarm)
    rank_on_alarm();
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
  turn_begin(s);
  own_set_aside(aside);
  if (__builtin_expect(s->gaps || s->soon || spinners_been, false))
    spinners_goes_on();
  errno = saved_errno;
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

/* --- time --- */

void rank_charge(double seconds)
{
  self->time += noisy(self->id, self->time, seconds);
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

void rank_leave_mpi(void)
{
  struct strand *s = self->strand;
  s->leaving = true;
  rank_meet();
  s->leaving = false;
  self->computing = true;
}

/* What it has stored before is seen now, not when it has computed: who polls
 * beside it has nothing to look for then, until it has run. */
static void charge_compute(double seconds)
{
  struct strand *s = self->strand;
  rank_leave_mpi();
  if (self->in_step || self->main.next) rank_tell_ran(self);
  self->time += spent(TERM_COMPUTE, seconds);
  s->computes = s->stored_nothing = true;
}

static void end_compute(struct strand *s)
{
  s->computes = s->stored_nothing = false;
}

void rank_compute(double seconds)
{
  struct strand *s = self->strand;
  charge_compute(seconds);
  rank_meet();
  end_compute(s);
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
  end_compute(s);
  s->sleeping = false;
  s->pause = before;
}

/* --- beginning and end --- */

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
  turn_begin(&r->main);
  rank_finish(r, rank_body(r));
  engine_exit_context();
}

void rank_end(int code)
{
  rank_finish(self, code);
  for (;;)
    engine_park();
}

void ranks_create(int n, const struct rank_place *places, size_t stack,
                  int (*body)(struct rank *))
{
  int *hosts = block_new((size_t)n * sizeof *hosts);
  ranks = block_new((size_t)n * sizeof *ranks);
  rank_hosts = hosts;
  turn_stack = stack;
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

/* --- services --- */

static void service_start(struct rank *r, struct service *s)
{
  double now = engine_now();
  double start = r->cpu_free > now ? r->cpu_free : now;
  r->cpu_free = start + noisy(r->id, start, s->busy);
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
