/* Spinners: strands that look in loops of their own over memory. */
#ifndef ORIEL_SPINNERS_H
#define ORIEL_SPINNERS_H

#include "polls.h"

/* Self may have stored since its last poll: strands of its rank that wait in
 * loops of their own look again. */
void rank_tell_stored(void);
/* The rank has run up to its local time; if it shares memory, those that poll
 * that memory look again at this date. */
void rank_tell_ran(struct rank *);
/* Called when self goes on, while one of these is set. `gaps`: step it through
 * its own code when it comes there, and show what it stores; `soon`: it is
 * likely to wait in a loop again; spinners_been: some strand has waited so, and
 * others may do the same. NULL: nobody can. */
#pragma GCC visibility push(hidden)
extern void (*spinners_goes_on)(void);
extern bool spinners_been;
/* Called when self is about to park, and this is `asked` for. */
extern void (*spinners_parks)(void);
#pragma GCC visibility pop
/* If self has changed what others wait for, let them look: did it? */
bool spinners_show(void);
/* Memory that `r` can load from was written by an event: a strand that polls it
 * looks again. So does one that shares memory with a strand that ran, of this
 * or another rank, whose stores nobody sees. */
void rank_memory_written(struct rank *);
/* Park self, which waits in a loop, until memory it sees is written. (Only
 * sim/spin knows that it does.) */
struct spin {
  bool again;   /* nothing has changed since it was woken: it has not stored */
  bool left;    /* it was elsewhere since then, or is for the first time here */
  int moments;  /* of a round, between which it changes memory for others */
  uint64_t way; /* a hash of what it has come by since it was woken */
};
void rank_spin(struct spin);
/* Nobody else can go on: who changes memory does, to another moment and farther
 * each time, until something comes of it; and those that hand something over to
 * each other, and were cut short. True: there is something to run.
 * False: nobody does, or all have gone far enough. */
bool rank_count_on(void);
/* Before the run. */
void spinners_open(void);

#endif
