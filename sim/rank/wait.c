/* What ranks wait for: the clock, counters, one thing after another.
 *
 * Who waits runs the callbacks that others have given to its rank meanwhile.
 * Invariant: a strand is in the list of each counter that it waits for, the
 * outer ones of waits within callbacks included. */
#include "rank.h"

#include "own.h"
#include "polls.h"
#include "turn.h"

#include "../../model/memory.h"
#include "../../model/pool.h"
#include "../plain.h"

#include <math.h>
#include <stdlib.h>

/* --- callbacks --- */

struct callback {
  void (*f)(void *);
  void *arg;
  struct callback *next;
};

static bool run_callbacks(struct rank *r)
{
  struct callback *c = r->callbacks;
  if (!c) return false;
  r->callbacks = c->next;
  bool aside = own_set_aside(true);
  c->f(c->arg);
  r->strand->stored_nothing = false;
  own_set_aside(aside);
  free(c);
  return true;
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

/* --- the clock --- */

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

/* --- counters --- */

static struct whom explained;

void explain_whom(int world)
{
  explained = (struct whom){.rank = world};
}

void explain_whom_strand(const struct strand *s)
{
  explained = (struct whom){.rank = s->rank->id, .strand = s};
}

void explain_whom_beside(void)
{
  explained = (struct whom){.rank = -1, .beside = true};
}

const char *explain_rank(int number, int world, char text[EXPLAIN_RANK])
{
  if (number == world)
    snprintf(text, EXPLAIN_RANK, "rank %d", number);
  else
    snprintf(text, EXPLAIN_RANK, "rank %d (rank %d of MPI_COMM_WORLD)", number,
             world);
  return text;
}

struct whom counter_explain(const struct counter *c, char *text, size_t size)
{
  explain_whom(-1);
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
  turn_catch_up(self);
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
  turn_take(r);
  turn_catch_up(r);
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
