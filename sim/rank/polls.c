/* Polls: strands that look with MPI calls whether something has happened.
 *
 * Who polls is parked, until a date at which it would look next, or until
 * somebody tells of news. Invariant: `looking` of a rank counts its strands
 * that are in a poll or spin (spinners.c), `ranks_looking` those of all, and
 * one more while sim/rma/asking.c looks on; only then is anybody told. Those
 * that are in a poll are in a list of their rank, by number.
 */
#include "polls.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/search.h"
#include "../cost/cost.h"
#include "../vain.h"
#include "caller.h"

#include <limits.h>
#include <math.h>

enum { POLL_DOUBLINGS = 10 };
enum { SEEKS_MAX = 1 << 20 };    /* polls of a loop's round */
enum { CLOCKED_EACH = 1 << 14 }; /* polls, and a look stands for one more */

int ranks_looking;
unsigned long vain_round = 1;
void (*rank_on_poll)(void);

static unsigned long poll_events;

void rank_looks(struct strand *s, int change)
{
  s->rank->looking += change;
  ranks_looking += change;
}

static void poll_ends(void *arg)
{
  poll_events++;
  rank_wake(arg);
}

/* Pass time up to a date that may be moved meanwhile. */
static void pass_to(const double *date)
{
  engine_at(*date, poll_ends, self->strand);
  rank_await_date(date);
}

static void seek(struct strand *s, uint64_t state, int polls)
{
  s->state = state;
  s->seeks = polls;
  s->row = s->since = 0;
}

/* How many does the next poll of a row stand for? Who computes or sleeps
 * between two looks, or waits in other calls, does not loop around them: each
 * is one. Nor does who counts them, or goes from one thing to the next: only
 * who comes back to a state of the program's waits. The loop may have several
 * looks, so the state is a later one from time to time; and since what has
 * happened may be for any of them, each is one again in the round after that.
 */
static int polls_of(struct strand *s, bool in_row)
{
  uint64_t state = caller_state();
  bool told = s->told != s->rank->told;
  s->told = s->rank->told;
  if (!in_row || told)
    seek(s, state, in_row ? s->seeks : 1);
  else if (state == s->state)
    s->row += s->row < POLL_DOUBLINGS, s->since = 0;
  else if (++s->since >= s->seeks)
    seek(s, state, s->seeks < SEEKS_MAX ? 2 * s->seeks : s->seeks);
  return 1 << s->row;
}

/* Some poll more often than an int can tell. */
static int one_more(int n)
{
  return n + (n < INT_MAX);
}

/* Who has read a clock since the last may wait for a date: then a look is no
 * more than a small part of those before. */
static int polls_by_clock(struct strand *s, bool in_row)
{
  s->clocks_polled = s->clocks;
  s->by_clock = in_row ? one_more(s->by_clock) : 0;
  seek(s, caller_state(), 1);
  return 1 + s->by_clock / CLOCKED_EACH;
}

/* --- waits with a limit --- */

static unsigned long wait_events;
void (*rank_on_timeout)(void);

static void wait_ends(void *arg)
{
  wait_events++;
  rank_wake(arg);
}

/* Of a strand that waits so again and again, and reads when. */
static void wait_for_clock(void)
{
  double date = self->time;
  self->ahead = 0;
  if (date <= engine_now()) return;
  engine_at(date, wait_ends, self->strand);
  rank_await_date(&date);
}

void rank_wait_ends_at(double date)
{
  struct strand *s = self->strand;
  bool in_vain = s->timeouts >= POLLS_VAIN;
  engine_at(date, in_vain ? wait_ends : rank_wake, s);
}

/* Who is alone may wait so instead of sleeping. */
void rank_timed_out(void)
{
  bool alone = ranks_alive() == 1 && !self->main.next;
  self->strand->timeouts = one_more(self->strand->timeouts);
  if (!alone && rank_on_timeout) rank_on_timeout();
}

unsigned long rank_wait_events(void)
{
  return wait_events;
}

bool rank_wait_ends(void (*f)(void *), const void *strand)
{
  (void)strand;
  return f == wait_ends;
}

/* --- clocks --- */

void rank_pay_clock(void)
{
  self->time += spent(TERM_CLOCK, rank_passes(self->time, cost.clock));
}

/* What an operator of the program accesses is known as that while it runs. */
void rank_read_clock(void)
{
  rank_pay_clock();
  if (observers_operator_runs) return;
  if (self->strand->timeouts >= POLLS_VAIN)
    wait_for_clock();
  else
    rank_meet();
  self->strand->clocks++;
}

static int polling_before(const struct strand *s)
{
  const struct rank *r = s->rank;
  return SEARCH_LEADING(r->polling_count, i, r->polling[i]->number < s->number);
}

static void begin_polling(struct strand *s)
{
  struct rank *r = s->rank;
  GROW(r->polling, r->polling_count, r->polling_size, 1);
  int at = polling_before(s);
  for (int i = r->polling_count++; i > at; i--)
    r->polling[i] = r->polling[i - 1];
  r->polling[at] = s;
  s->polling = true;
  rank_looks(s, 1);
}

static void end_polling(struct strand *s)
{
  struct rank *r = s->rank;
  r->polling_count--;
  for (int i = polling_before(s); i < r->polling_count; i++)
    r->polling[i] = r->polling[i + 1];
  s->polling = false;
  rank_looks(s, -1);
}

/* One call stands for so many polls: nothing happens in between but what
 * rank_news tells. A rank that shares memory is not told of stores, and polls
 * one by one if it may look at that. */
static void poll_times(int polls, bool in_row, double limit, bool memory)
{
  struct rank *r = self;
  struct strand *s = r->strand;
  bool untold = memory && r->in_step;
  if (untold) polls = 1;
  rank_meet();
  s->stored_nothing = in_row && !untold;
  s->poll_begin = r->time;
  double length = rank_passes(r->time, cost.poll * polls);
  s->poll_end = fmin(r->time + length, limit);
  begin_polling(s);
  pass_to(&s->poll_end);
  end_polling(s);
  s->stored_nothing = false;
  spent(TERM_POLL, r->time - s->poll_begin);
  OBSERVE(sync, .strand = observed_strand(s));
}

static void poll_until(double date, bool memory)
{
  struct strand *s = self->strand;
  bool in_row = self->polls > 0 && self->time - s->poll_end <= cost.poll;
  self->polls = one_more(self->polls);
  bool clocked = s->clocks != s->clocks_polled;
  int polls = clocked ? polls_by_clock(s, in_row) : polls_of(s, in_row);
  rank_meet(); /* what comes up to then is no poll's */
  if (rank_on_poll) rank_on_poll();
  poll_times(polls, s->row > 0 || s->by_clock > 0, date, memory);
}

void rank_poll_until(double date)
{
  poll_until(date, false);
}

void rank_poll(void)
{
  poll_until(HUGE_VAL, true);
}

void strand_poll(struct pause pause)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  s->pause = pause;
  rank_poll();
  s->pause = before;
}

bool strand_wait(struct counter *c, struct pause pause, double date)
{
  struct rank *r = self;
  struct strand *s = r->strand;
  struct pause before = s->pause;
  s->pause = pause;
  r->computing = true;
  bool done = rank_wait_until(c, date);
  if (r->call) rank_enter_mpi(); /* program code that MPI called has waited */
  s->pause = before;
  return done;
}

void rank_poll_after(int before)
{
  poll_times(1 << before, before > 0, HUGE_VAL, true);
}

void rank_poll_cut(struct strand *s)
{
  if (!s->polling) return;
  s->rank->told++;
  double done = ceil((engine_now() - s->poll_begin) / cost.poll);
  double length = cost.poll * (done > 1 ? done : 1);
  double date = s->poll_begin + rank_passes(s->poll_begin, length);
  date = fmax(date, engine_now());
  if (date >= s->poll_end) return;
  s->poll_end = date;
  engine_at(date, poll_ends, s);
}

/* Another strand of its rank has run; perhaps it polls, too. */
static void poll_has_news(void *arg)
{
  struct strand *s = arg;
  poll_events++;
  s->news_come = false;
  rank_poll_cut(s);
}

/* Of many strands that run at one date, each is told once. */
static void tell_look(struct strand *s, double date)
{
  if (s->news_come && s->news == date) return;
  s->news_come = true;
  s->news = date;
  engine_at(date, poll_has_news, s);
}

void rank_polls_look(struct rank *r, double date)
{
  for (int i = 0; i < r->polling_count; i++)
    if (r->polling[i] != r->strand) tell_look(r->polling[i], date);
}

void rank_tell_news(struct rank *r)
{
  for (int i = 0; i < r->polling_count; i++)
    rank_poll_cut(r->polling[i]);
}

void rank_pass_in_vain(void)
{
  double date = self->time;
  struct strand *s = self->strand;
  s->naps += !s->sleeping;
  s->napping = true;
  pass_to(&date);
  s->napping = false;
}

void rank_note_poll(void)
{
  poll_events++;
}

unsigned long rank_poll_events(void)
{
  return poll_events;
}

bool rank_poll_ends(void (*f)(void *), const void *strand)
{
  (void)strand;
  return f == poll_ends;
}

void rank_poll_hit(void)
{
  self->polls = 0;
}

/* --- in vain --- */

static bool poll_in_vain(const void *strand)
{
  return strand_in_vain(strand);
}

void polls_open(void)
{
  vain_add(wait_ends, poll_in_vain);
  vain_add(poll_ends, poll_in_vain);
  vain_add(poll_has_news, vain_always);
}
