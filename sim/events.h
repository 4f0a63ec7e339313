/* Events: a queue of f(arg) at dates.
 *
 * A heap keyed (date, sequence number), used by the engine and by the stub
 * of the unit tests. Invariant: events of one date leave in the order in
 * which they were posted. */
#ifndef ORIEL_EVENTS_H
#define ORIEL_EVENTS_H

#include <stddef.h>
#include <stdbool.h>

struct event {
  double date;
  unsigned long sequence;
  void (*f)(void *);
  void *arg;
};

struct events { /* all zero is an empty queue */
  struct event *heap;
  size_t n, room;
  unsigned long posted; /* the next sequence number */
};

void events_post(struct events *, double date, void (*f)(void *), void *arg);

/* The earliest date; HUGE_VAL when the queue is empty. */
double events_head(const struct events *);

/* Take the first event out when its date is at or before `until`. */
bool events_pop(struct events *, double until, struct event *);

void events_free(struct events *);

#endif
