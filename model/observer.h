/* Observers: who is told of every event of a run.
 *
 * Tracers, checkers and statistics implement this; the protocols call it;
 * only the launcher registers who listens. Ranks are world ranks, dates are
 * seconds of simulated time, sizes are bytes. Invariant: an observer changes
 * nothing that a program could see, so a run is the same with and without.
 *
 * Where nobody listens an event costs one test:
 *
 *   OBSERVE(message, .from = 3, .to = 4, .bytes = 8, .date = now);  */
#ifndef ORIEL_OBSERVER_H
#define ORIEL_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank enters an MPI function, or leaves it. */
struct observed_call {
  int rank;
  int function;     /* index in the table of functions */
  const char *name; /* "MPI_Put" */
  const void *site; /* return address in the program */
  bool returns;     /* it leaves; else it enters */
  double entered;   /* local time of the rank */
  double left;      /* likewise; and what it returns: when it leaves */
  int error;
};

enum observed_kind {
  OBSERVED_PUT,
  OBSERVED_GET,
  OBSERVED_ACCUMULATE,
  OBSERVED_GET_ACCUMULATE, /* and fetch_and_op */
  OBSERVED_COMPARE_AND_SWAP,
  OBSERVED_KINDS
};

enum observed_stage {
  OBSERVED_ISSUED,
  OBSERVED_APPLIED,   /* the target's memory was read or written */
  OBSERVED_COMPLETED, /* remotely, and the origin knows */
};

/* An RMA operation reaches a stage of its life. */
struct observed_operation {
  enum observed_stage stage;
  enum observed_kind kind;
  uint64_t number; /* of the operation: the same in all its stages */
  int origin, target;
  const void *window; /* the same at all members; to compare, not to show */
  size_t bytes;       /* of target memory read or written */
  const void *memory; /* where they begin, at the target */
  double date;
};

/* A point-to-point message is sent, collectives' included. */
struct observed_message {
  int from, to;
  uint32_t context;
  int tag;
  size_t bytes;
  double date;
};

/* What simulated time is spent on. The first five are CPU time by kind of
 * call, in the order of enum cost_call. */
enum observed_term {
  TERM_O_PUT,
  TERM_O_GET,
  TERM_O_ACC,
  TERM_O_SEND,
  TERM_O_RECV,
  TERM_ATOMIC,
  TERM_COMBINE,
  TERM_COPY,
  TERM_CLOCK,
  TERM_POLL,
  TERM_COMPUTE,
  TERM_LATENCY,   /* of the routes of messages */
  TERM_BANDWIDTH, /* bytes over the bandwidth that a message got */
  TERM_QUEUE,     /* messages waiting for an interface */
  TERM_ACK,
  TERM_COUNT
};

struct observed_time {
  enum observed_term term;
  double seconds;
};

/* All functions may be NULL. The event lives until the function returns. */
struct observer {
  void (*call)(struct observer *, const struct observed_call *);
  void (*operation)(struct observer *, const struct observed_operation *);
  void (*message)(struct observer *, const struct observed_message *);
  void (*time)(struct observer *, const struct observed_time *);
  struct observer *next;
};

extern struct observer *observers; /* NULL: nobody listens */

/* Told after those that were added before. */
void observer_add(struct observer *);
void observer_remove(struct observer *);

#define OBSERVE(event, ...)                                                    \
  do {                                                                         \
    if (observers)                                                             \
      observe_##event(&(const struct observed_##event){__VA_ARGS__});          \
  } while (0)

void observe_call(const struct observed_call *);
void observe_operation(const struct observed_operation *);
void observe_message(const struct observed_message *);
void observe_time(const struct observed_time *);

/* The seconds, told as spent on the term: rank_charge(spent(TERM_X, s)). */
static inline double spent(enum observed_term term, double seconds)
{
  OBSERVE(time, .term = term, .seconds = seconds);
  return seconds;
}

#endif
