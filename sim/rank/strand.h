/* Strands: the threads of a rank.
 *
 * A rank begins with one strand, embedded in it, that runs main(); pthreads
 * and OpenMP add more. A strand is a context of the engine like a rank's
 * first, never a thread of the host: strands of one rank take turns where
 * they wait, as ranks do.
 *
 * What a thread of execution has of its own is here. Those of these fields
 * that MPI calls use all the time (time, call, polls, ahead, computing) stand
 * in struct rank for the strand in place, as thread-local variables and errno
 * do, and are kept here while another strand of the rank is in place: code
 * that knows nothing of strands works on self->time and is right, and a rank
 * of one strand never copies them. Invariant: rank->strand is the strand of
 * the rank that ran last, and the rank's fields are its. */
#ifndef ORIEL_STRAND_H
#define ORIEL_STRAND_H

#include "caller.h"

#include <stdbool.h>
#include <stddef.h>

struct asker;
struct call;
struct context;
struct counter;
struct fences;
struct own;
struct rank;
struct task;
struct thread;

/* A function not of MPI that the program has called, and in which it waits. */
struct pause {
  const char *function;
  const void *site;  /* the return address in the program */
  const void *frame; /* where that lies, as in struct call; NULL: not known */
};
#define PAUSE(name)                                                            \
  (CALLER_KEEP, (struct pause){name, __builtin_return_address(0),              \
                               __builtin_frame_address(0)})

/* As struct strand's turn: at rest, but others are to look. */
enum { TURN_TO_REST = -1 };

/* In the list of what a strand waits for. Not on its stack: stacks are far from
 * each other, and who wakes it need not touch them. */
struct parked {
  struct strand *strand;
  struct parked *next;
};

/* What a park and the wake from it need is one cache line. */
struct strand {
  struct rank *rank;
  struct context *context;
  struct counter *waits; /* what it is parked on; NULL when it runs */
  struct parked waiting; /* in the list of that */
  struct own *own;       /* its thread of the program; NULL: none yet */
  struct strand *next;   /* of its rank, by number */
  int number; /* in its rank: 0 runs main(), then as they were made */
  bool gaps;  /* spinners_goes_on is to be called, ... */
  bool soon;  /* ... for either */
  bool asked; /* spinners_parks is */

  bool polling;        /* it is in a poll, from begin to end (dates) */
  bool news_come;      /* at the date `news` it is to look */
  bool leaving;        /* MPI, at its local time, for which it waits */
  bool computes;       /* or sleeps, up to its local time */
  bool sleeping;       /* it is in rank_sleep() */
  bool napping;        /* it is in rank_pass_in_vain() */
  bool spinning;       /* switched out while it polled memory */
  bool stored_nothing; /* that it has not told: it polls in the loop in which
                          it was woken, or passes time */
  bool idle;           /* its body has returned: it waits for another */

  bool untold; /* made by a library that does not tell its loads and stores */
  bool pooled; /* its maker hands it further bodies; else anybody may */
  int uses;    /* the bodies that have begun on it */
  double poll_begin, poll_end, news;
  const struct counter *sought; /* what its poll asks for; or NULL */
  const char *none_active; /* the function of MPI that it called last for one
                              of many requests, if none was active; or NULL */
  /* A row of polls with no time between: how often it came back to a state of
   * the program's, that it had `since` polls ago, and seeks for so many. */
  int row;
  uint64_t state;
  int since, seeks;
  int by_clock; /* how many of the row came behind a clock */
  int timeouts; /* waits with a limit, in a row, that nothing ended */
  unsigned long clocks, clocks_polled; /* read so often, and at the last poll */
  unsigned long told;                  /* the rank's, at the last poll */

  /* naps.c's: how often it has begun to nap; when that was noted; and when it
   * was last looked at, with the state of the program where it napped then; how
   * often it had ended one when that was last asked. */
  unsigned long naps, naps_noted, naps_seen, naps_ended;
  uint64_t napped_in;

  /* The rank's, while another strand is in place. */
  double time;
  struct call *call;
  int polls;
  uint16_t ahead;
  bool computing;

  struct pause pause; /* where it waits, if not in MPI; else all NULL */

  /* sim/spin's: */
  uint64_t loop;       /* in which it polls; 0 outside */
  const void *loop_at; /* the least address of its code in the program */
  uintptr_t low, high; /* with what it calls there; or of one around that ... */
  bool changing;       /* ... and changes memory */
  bool in_loop;        /* it has not called anything that parks since */
  bool stepped;        /* through its own code; or, by gaps.c, ... */
  bool watched;        /* ... too; for each of these three, `asked` */
  bool in_handler;     /* that steps it, maybe parked there */
  struct seen *seen;   /* in it, when it was parked last */
  int soon_left;       /* so often yet, `soon` */
  int in_vain;         /* looks that found no loop, since the last that did */
  int left_out;        /* so often by soon.c, the last time; */
  int to_leave_out;    /* and so often yet */
  uint64_t called_at;  /* where in the program, when it went on last; 0: none */

  /* What spinners.c asks of sim/spin, once: */
  int turn;   /* where in its round it is to be parked; 0: at rest */
  int effort; /* what it is to do before it is parked; 0: nothing */

  /* spinners.c's, of one that spins: */
  uint64_t way;           /* as in struct spin */
  int moments, turns;     /* that there are; that it has had, ... */
  unsigned long turns_at; /* ... since when nothing else has happened */
  bool turn_comes;
  bool cut; /* it has something to show, but that goes on for too long */
  /* Others have run beside it so often; and when they are looked at next. */
  unsigned long runs_beside, next_gaps;
  struct {
    struct strand *before, *after;
  } spinners[2]; /* of all that spin, and of those of its host */

  unsigned long vain;  /* the last round in which it asked in vain: polls.h */
  struct asker *asker; /* what it asked (sim/rma/asking.c); NULL: nothing */

  size_t stack;
  void (*body)(void *);
  void *arg;

  /* Locks that it asked for, and the first of those with no time in between but
   * what they took: crew_before_lock. */
  unsigned long locks, first_lock;
  double locked; /* when it last had done so */

  struct thread *thread; /* of pthread_create; NULL: not by it */
  struct fences *fences; /* of C11's atomics (sim/touch); NULL: none yet */
  struct task *task;     /* of OpenMP, that it executes; NULL: none yet */
};

/* Let the rank's fields be those of this strand, one of its own. */
void strand_put_in_place(struct strand *);
/* "rank 3", or "rank 3, thread 2" for another strand than that of main(); of
 * the strand in place. The text is good until the next call. */
const char *strand_label(const struct rank *);
/* Is no strand of the rank in MPI? (As `computing` of struct rank says it of
 * the one in place.) */
bool strands_computing(const struct rank *);
/* The latest local time of the rank's strands. */
double strands_latest(const struct rank *);
double strand_time(const struct strand *);

#endif
