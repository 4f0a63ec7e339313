/* Polls: a rank looks with MPI calls whether something has happened. It passes
 * no time but that of its polls, so it is parked meanwhile: until a date at
 * which it would look again, or until it is told that something has happened.
 */
#ifndef ORIEL_POLLS_H
#define ORIEL_POLLS_H

#include "rank.h"

/* Self polled and found nothing. The k-th time in a row that the program does
 * so from one state (caller.h), less than `poll` seconds after the poll before,
 * and with nothing that others told the rank of since the first, that stands
 * for 2^min(k, 10) polls of `poll` seconds each; it ends with the first of them
 * that follows an event that concerns the rank. */
void rank_poll(void);
/* The same in a call that waits, at the longest up to a date, which is to come,
 * and that looks at no memory meanwhile. */
void rank_poll_until(double date);
/* rank_poll() in a function that is not of MPI. */
void strand_poll(struct pause);
/* rank_wait_until() in such a function. */
bool strand_wait(struct counter *, struct pause, double date);
/* Self reads a clock, which takes time: its next poll comes behind that. The
 * k-th such one in a row stands for 1 + k / 16,384 polls. */
void rank_read_clock(void);
/* Self reads a clock where it must not be parked: it takes that time, and the
 * others have not come so far. */
void rank_pay_clock(void);
/* The same, as if it had done so `before` times in a row, but for the patience
 * of the user: who takes locks may well compute with them. */
void rank_poll_after(int before);
/* Something happened that a poll of this rank might find. */
#pragma GCC visibility push(hidden)
extern int ranks_looking; /* strands of all ranks that poll */
#pragma GCC visibility pop
void rank_tell_news(struct rank *);
static inline void rank_news(struct rank *r)
{
  r->told++;
  if (ranks_looking) rank_tell_news(r);
}
/* Self has done something that another strand of its rank might find. */
static inline void rank_news_of_self(void)
{
  struct strand *s = self->strand;
  bool heard = s->told == self->told;
  rank_news(self);
  if (heard) s->told = self->told;
}
/* Self, which has looked in vain POLLS_VAIN times in a row, passes time up to
 * its local one: that belongs to its polls. */
enum { POLLS_VAIN = 1000 };
void rank_pass_in_vain(void);
/* Self waits, until that date at the latest. */
void rank_wait_ends_at(double date);
/* That has come, and nothing else. */
void rank_timed_out(void);
/* Events so far that were such dates of strands that had waited in vain
 * POLLS_VAIN times in a row, or clocks that these read; is one to come that? */
unsigned long rank_wait_events(void);
bool rank_wait_ends(void (*f)(void *), const void *strand);
extern void (*rank_on_timeout)(void); /* told of rank_timed_out; or NULL */
/* Rounds of asking in vain: while one goes on, none that asked anything has
 * learnt anything new, and nothing has changed (sim/rma/asking.c). */
extern unsigned long vain_round;
static inline bool strand_in_vain(const struct strand *s)
{
  return s->vain == vain_round;
}
/* Before the run. */
void polls_open(void);
/* Events so far that were the ends of polls, and of what belongs to them; is
 * one to come the end of a poll? (Or would have been: it was cut short.) */
unsigned long rank_poll_events(void);
bool rank_poll_ends(void (*f)(void *), const void *strand);
extern void (*rank_on_poll)(void); /* told of rank_poll; or NULL */
/* Self's poll found something. */
void rank_poll_hit(void);
/* Self's poll found something, or nothing: rank_poll_hit() or rank_poll(). */
static inline bool rank_polled(bool found)
{
  if (found)
    rank_poll_hit();
  else
    rank_poll();
  return found;
}
/* So it did; what it asks for is not waited for, but may be explained. */
static inline bool rank_polled_for(bool found, const struct counter *sought)
{
  struct strand *s = self->strand;
  s->sought = sought;
  rank_polled(found);
  s->sought = NULL;
  return found;
}
/* What spinners.c needs: */
void rank_looks(struct strand *, int change); /* of `looking` */
/* If the strand polls, it looks at the first of its dates from now on. */
void rank_poll_cut(struct strand *);
/* So do those of the rank but the strand that has run, as of this date. */
void rank_polls_look(struct rank *, double date);
void rank_note_poll(void); /* an event that belongs to one */

#endif
