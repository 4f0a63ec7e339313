/* Events: a queue of f(arg) at dates.
 *
 * Used by the engine, by the memory of hosts, and by the stub of the unit
 * tests. Invariant: events of one date leave in the order in which they were
 * posted. */
#ifndef ORIEL_EVENTS_H
#define ORIEL_EVENTS_H

#include <stddef.h>
#include <stdbool.h>

struct event {
  double date;
  void (*f)(void *);
  void *arg;
};

struct node;

struct events { /* all zero is an empty queue */
  struct node *heap;
  size_t dates, room;    /* in the heap */
  size_t n;              /* events */
  unsigned long made;    /* batches so far */
  struct node *recent;   /* dates posted to last; as many as `room` */
  int recent_shift;      /* of a hash, for one of them */
};

void events_post(struct events *, double date, void (*f)(void *), void *arg);

/* The earliest date; HUGE_VAL when the queue is empty. */
double events_head(struct events *);

/* Take the first event out when its date is at or before `until`. */
bool events_pop(struct events *, double until, struct event *);

void events_free(struct events *);

#endif
