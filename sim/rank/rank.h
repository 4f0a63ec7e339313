/* Ranks: the simulated processes, each with its local time.
 *
 * A rank runs on a context of the engine, or on several, its strands
 * (strand.h), of which one is in place. Its local time is at or after the
 * engine's clock: non-blocking calls add their cost to it and post events
 * dated there, without a switch; rank_meet() and rank_wait() bring the two
 * together. Invariant: `self` is the rank whose context runs, NULL on the
 * engine's stack; what is private to a rank (image, thread-locals, errno) is
 * in place whenever `self` is that rank. */
#ifndef ORIEL_RANK_H
#define ORIEL_RANK_H

#include "../engine/engine.h"
#include "../../model/error/user.h"
#include "../../model/handle/handle.h"
#include "../../model/observer.h"
#include "strand.h"
#include <stdbool.h>

struct call;
struct image;
struct counter;
struct datatype_view;
struct comm_view;
struct callback;
struct file;
struct crew;
struct parked;

enum rank_state {
  RANK_STARTING, /* before MPI_Init */
  RANK_RUNNING,
  RANK_FINALIZED,
  RANK_ENDED, /* its main returned, or it called exit */
};

/* By cache lines: what calls and switches use, the first line of the strand of
 * main(), which switches use, then what some calls use. */
struct rank {
  _Alignas(64) int id;   /* in MPI_COMM_WORLD */
  int host;              /* of the engine */
  struct strand *strand; /* in place: the next five are its */
  double time;           /* local time; at or after the engine's now */
  struct call *call;     /* the MPI call it is in; NULL outside */
  int polls;             /* empty polls in a row */
  uint16_t ahead;        /* operations issued since it met the clock */
  bool computing : 1;    /* outside MPI: computing or sleeping */
  bool in_step : 1;      /* shares memory: never runs ahead of the clock */
  bool called_for : 1;   /* work waits for it to enter MPI: rank_serve */
  enum rank_state state : 8;
  int busy;        /* strands that are not idle */
  uint16_t calls;  /* at one date, up to the last one, ... */
  uint16_t called; /* ... of which this is a hash: calls.h */
  struct handle_table handles;
  struct callback *callbacks; /* to run on its stack, oldest first */

  struct strand main;         /* which runs main() */
  struct strand *last_strand; /* the list's end; NULL: main */
  struct strand *idle_from;   /* none before it is idle, but pooled ones; NULL:
                               * none at all */
  struct strand **polling;    /* those in a poll, by number */
  int polling_count, polling_size;

  int unjoined; /* its threads that have ended, and nobody waited for that */
  int sessions; /* that are open: MPI works in them, whatever `state` says */
  struct image *image;
  struct service *served_first, *served_last; /* rank_serve's queue */
  double cpu_free;               /* date at which its progress engine is free */
  struct datatype_view *types;   /* of predefined datatypes: datatype.h */
  struct comm_view *world, *own; /* MPI_COMM_WORLD, MPI_COMM_SELF */
  int looking;                  /* strands that poll, with calls or in memory */
  unsigned long told;           /* so often, of what a poll might find */
  int app;                      /* which of the MPMD programs: MPI_APPNUM */
  uint16_t session_numbers;     /* the last one given */
  int tools;                    /* MPI_T_init_thread without MPI_T_finalize */
  int thread_level;             /* MPI_THREAD_..., of MPI_Init_thread */
  const struct strand *initial; /* whose thread called MPI_Init; NULL: none that
                                   is there, but it may have ended just now */
  struct crew *crew;         /* what its strands share; NULL: has had but one */
  struct user_errors errors; /* classes and codes that its program added */
  struct file *no_file;      /* MPI_FILE_NULL; NULL before first use */
  int exit_code;
  bool finalized; /* MPI_Finalize followed MPI_Init, if that was called */
  double alarm;   /* when it is killed by alarm(); 0: is not: libc_signal.c */
  uint8_t prints; /* so far, modulo 256: libc_output.c */
  double ended;   /* date of its end */
};

#pragma GCC visibility push(hidden)
extern struct rank *self;
extern bool rank_threaded; /* self has several strands that are not idle, */
extern bool rank_shares;   /* or had, and one that has ended is not joined */
#pragma GCC visibility pop

/* The name by which observers know a strand. What one does that a library made,
 * atomics that are not seen may order with what main's does: they are one. */
static inline struct observed_strand observed_strand(const struct strand *s)
{
  if (s->untold) s = &s->rank->main;
  return (struct observed_strand){s->rank->id, s->number, s->uses};
}

/* What one that has ended should have called, and did not; NULL: nothing. */
static inline const char *rank_lacks(const struct rank *r)
{
  if (!r->finalized) return "MPI_Finalize";
  return r->sessions > 0 ? "MPI_Session_finalize" : NULL;
}

/* Self has come to the date of its alarm; NULL: no rank has had one. */
extern void (*rank_on_alarm)(void);

int ranks_count(void);
struct rank *rank_of(int world);
/* Its host, without a look at the rank. */
extern const int *rank_hosts;

struct rank_place {
  int host, app;
};
/* Create all ranks; `body` runs on each rank's context with self set and
 * returns the exit code of the rank. */
void ranks_create(int n, const struct rank_place *, size_t stack,
                  int (*body)(struct rank *));
/* Ranks that have not ended yet. */
int ranks_alive(void);
/* The date that the run has come to, seconds: that of its last rank's end; if
 * it is cut short, that of the strand in place, and where nothing is to come
 * any more that of the one that is farthest. Looks at all. */
double ranks_latest(void);

/* Add CPU time to the local time of self, and its noise. */
void rank_charge(double seconds);
/* So many seconds from a date on; or up to the next one, where these are too
 * few to come to another: after months of simulated time a poll may be. */
double rank_passes(double date, double seconds);
/* The CPU time of issuing one operation; every so many operations the rank
 * meets the clock, so that none runs ahead without bounds. */
void rank_charge_issue(double seconds);
/* Let the engine's clock reach the local time of self: needed before
 * anything that orders or observes. */
void rank_meet(void);
/* Pass `seconds` outside MPI, with a core of its own or without need of one
 * (cores.h shares them). */
void rank_compute(double seconds);
/* The same, by who has nothing to do: it may wait for what others store. */
void rank_sleep(double seconds, struct pause);
/* Let the clock reach the local time of self, which is outside MPI from then
 * on: what comes at that very date, as from its last call, finds it there. */
void rank_leave_mpi(void);
/* Entry of an MPI call: work that waited for it is served. */
void rank_serve_waiting(void);
static inline void rank_enter_mpi(void)
{
  self->computing = false;
  if (self->called_for) rank_serve_waiting();
}

/* What a rank blocks on: so many completions still to come. One per wait, or
 * one per object that keeps a running count. All zero is "nothing pending".
 * (wait.c) */
struct counter {
  long pending;
  struct parked *waiting; /* strands that are parked until pending is 0 */
  /* One phrase for deadlock reports, "the lock of rank 3 of window \"halo\"",
   * into text, and explain_whom() where one rank is meant; may be NULL. */
  void (*explain)(const struct counter *, char *text, size_t size);
  const void *about; /* for explain */
};

/* Whom an explanation speaks of, for the cycle of a deadlock: a world rank, one
 * strand, or some other strand of the rank that waits. */
void explain_whom(int world);
void explain_whom_strand(const struct strand *);
void explain_whom_beside(void);
struct whom {
  int rank;                    /* -1: none, or not known */
  const struct strand *strand; /* of that rank; NULL: not known */
  bool beside;
};
/* "rank 1", as a communicator or a window numbers it; and which that is of all,
 * where they number it otherwise: "rank 1 (rank 3 of MPI_COMM_WORLD)". Returns
 * text. */
enum { EXPLAIN_RANK = 64 };
const char *explain_rank(int number, int world, char text[EXPLAIN_RANK]);
/* What `c` waits for, into text; returns for whom. */
struct whom counter_explain(const struct counter *c, char *text, size_t size);

/* One completion less is awaited; wakes who waits at zero. */
void counter_done(struct counter *);
/* Park self until the counter is zero, and let its local time be at least
 * the date of that. Returns at once when it is zero already. Callbacks of
 * self (rank_run_callback) run here. */
void rank_wait(struct counter *);
/* The same, but no longer than to `date`: is the counter zero? */
bool rank_wait_until(struct counter *, double date);
/* A wait in steps: when what it waits for has come it does what comes next, and
 * waits for that. `over` is asked whenever the strand is woken, in its name and
 * its turn, and does so until it says that nothing is left. Its program's stack
 * and state are not needed for that and are seldom touched, so `over` must not
 * wait itself, nor issue more than a few operations. */
struct steps {
  struct counter counter; /* for those that wake, and for words */
  bool (*over)(struct steps *);
};
void rank_wait_steps(struct steps *);
/* Park self until it is woken, perhaps for another's reason: who calls looks
 * whether its own has come. `ready` is engine_park_until's. */
void rank_park(bool (*ready)(void *));
/* An event, or at once: wake a strand. */
void rank_wake(void *strand);
/* Park self until the clock has reached *date; who moves the date posts a
 * rank_wake_at for it. */
void rank_await_date(const double *date);
/* Let the strands that can run at this date go first: so that one which passes
 * no time does not take all work before the others have come. */
void rank_yield(void);
void rank_wake_at(struct strand *, double date);

/* Run f(arg) with the identity of `r`, on the stack of one of its strands: a
 * parked one is woken for that, one that runs does it when it waits next. */
void rank_run_callback(struct rank *, void (*f)(void *), void *arg);

/* A further strand of self, idle; with this stack (0: that of ranks). One that
 * is not pooled may be one that was used before. What the thread has of its own
 * is the caller's to make: thread_strand(). (spawn.c) */
struct strand *rank_strand(size_t stack, bool pooled);
/* Let an idle strand of self run body(arg), from the local time of self on; it
 * is idle again when that returns. */
void rank_start(struct strand *, void (*body)(void *), void *arg);
/* A thread of self has ended, and nothing orders what comes after that; or it
 * is joined. */
void rank_thread_ended(void);
void rank_thread_joined(void);
/* Self ends with this code, from another strand than that of main(): all its
 * strands do. */
void rank_end(int code) __attribute__((noreturn));

/* Work at a rank that needs its CPU (message protocol, software
 * accumulates). Served at once while the rank is in MPI, or by a progress
 * thread; under `weak`, when the rank next enters MPI. `busy` seconds of the
 * rank's progress engine, then serve(service) on the engine's stack. Owned by
 * the caller until served. */
struct service {
  double busy;
  void (*serve)(void *service); /* an event */
  struct service *next;
};
void rank_serve(struct rank *, struct service *);

/* End the whole run now: outputs flushed, summary printed, exit code as
 * sim/exit.h says. (sim/launch/run.c) */
void run_end(int code) __attribute__((noreturn));

#endif
