/* Polls: a rank looks whether something has happened, with MPI calls or in a
 * loop of its own over memory. It passes no time but that of its polls, so it
 * is parked meanwhile: until a date at which it would look again, or until it
 * is told that something has happened. */
#ifndef ORIEL_POLLS_H
#define ORIEL_POLLS_H

#include "rank.h"

/* Self polled and found nothing. The k-th time in a row, less than `poll`
 * seconds after the one before, that stands for 2^min(k, 10) polls of `poll`
 * seconds each; it ends with the first of them that follows an event that
 * concerns the rank. */
void rank_poll(void);
/* The same, as if it had done so `before` times in a row, but for the patience
 * of the user: who takes locks may well compute with them. */
void rank_poll_after(int before);
/* Self may have stored since its last poll: strands of its rank that wait in
 * loops of their own look again. */
void rank_tell_stored(void);
/* Something happened that a poll of this rank might find. */
#pragma GCC visibility push(hidden)
extern int ranks_looking; /* strands of all ranks that poll */
#pragma GCC visibility pop
void rank_tell_news(struct rank *);
static inline void rank_news(struct rank *r)
{
  if (ranks_looking) rank_tell_news(r);
}
/* The rank has run up to its local time; if it shares memory, those that poll
 * that memory look again at this date. */
void rank_tell_ran(struct rank *);
/* Self, which has looked in vain POLLS_VAIN times in a row, passes time up to
 * its local one: that belongs to its polls. */
enum { POLLS_VAIN = 1000 };
void rank_pass_in_vain(void);
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
/* Memory that `r` can load from was written by an event: a strand that polls it
 * (spin.c) looks again. So does one that shares memory with a strand that ran,
 * of this or another rank, whose stores nobody sees. */
void rank_memory_written(struct rank *);
/* Park self, which waits in a loop, until memory it sees is written; spin.c's.
 */
struct spin {
  bool again;   /* nothing has changed since it was woken: it has not stored */
  bool left;    /* it was elsewhere since then, or is for the first time here */
  int moments;  /* of a round, between which it changes memory for others */
  uint64_t way; /* a hash of what it has come by since it was woken */
};
void rank_spin(struct spin);
/* Nobody else can go on: who changes memory does, to another moment and farther
 * each time, until something comes of it. True: there is something to run.
 * False: nobody does, or all have gone far enough. */
bool rank_count_on(void);

#endif
