/* Events: a queue of f(arg) at dates.
 *
 * Used by the engine, by the memory of hosts, and by the stub of the unit
 * tests. Invariant: events of one date leave in the order in which they were
 * posted. */
#ifndef ORIEL_EVENTS_H
#define ORIEL_EVENTS_H

#include "../../model/memory.h"
#include "dates.h"
#include "foresight.h"

#include <stddef.h>
#include <stdbool.h>

struct event {
  double date;
  void (*f)(void *);
  void *arg;
};

struct events {       /* all zero is an empty queue */
  struct node head;   /* the batch that events are taken from, or none */
  size_t n;           /* events */
  struct dates dates; /* those of other batches */
  size_t batches, room;
  struct node *recent; /* dates posted to last; as many as `room` */
  int recent_shift;    /* of a hash, for one of them */
  bool foresees;       /* its owner sets it: foresight.h */
};

void events_post(struct events *, double date, void (*f)(void *), void *arg);

/* The earliest date; HUGE_VAL when the queue is empty. */
static inline double events_head(const struct events *);

/* Take the first event out when its date is at or before `until`. */
static inline bool events_pop(struct events *, double until, struct event *);

/* Are all that wait so? It is asked in no order. */
bool events_all(const struct events *,
                bool (*are)(void (*f)(void *), const void *arg));

/* --- inside: for events_pop, which is inline --- */

/* A call to come; behind the calls of a chunk is one more place, which says
 * where the next chunk is. */
union place {
  struct coming call;
  struct {
    union place *next;
    bool foreseen; /* the chunk's calls: they are scattered */
  };
};

/* The events of a date: a cache line. Many dates have one call, and need no
 * more. */
struct batch {
  union place *from, *to;     /* the next that is taken, and posted */
  unsigned waiting;           /* posted, and not taken */
  unsigned short ahead, room; /* places from there to the end of a chunk */
  union place first[2];       /* a chunk of one */
};

/* For an empty head, if any: it leaves, and the next batch takes its place. */
void events_next(struct events *);
/* Likewise for an empty chunk: the batch goes on with the next one. */
void events_chunk_end(const struct events *, struct batch *);

static inline double events_head(const struct events *events)
{
  const struct node *head = &events->head;
  return head->batch && head->batch->waiting ? head->date
                                             : dates_first(&events->dates);
}

static inline struct coming events_take(const struct events *events,
                                        struct batch *b)
{
  enum { AHEAD = 4, LINE = 64 }; /* arguments are asked for in advance */
  if (b->ahead == 0) events_chunk_end(events, b);
  const union place *place = b->from++;
  b->ahead--;
  b->waiting--;
  if (b->ahead >= AHEAD && b->waiting >= AHEAD) {
    const char *later = (const char *)place[AHEAD].call.arg;
    memory_ask(later);
    memory_ask(later + LINE);
  }
  return place->call;
}

static inline bool events_pop(struct events *events, double until,
                              struct event *event)
{
  if (!(events_head(events) <= until) || events->n == 0) return false;
  if (!events->head.batch || !events->head.batch->waiting) events_next(events);
  struct coming call = events_take(events, events->head.batch);
  *event = (struct event){events->head.date, call.f, call.arg};
  events->n--;
  return true;
}

#endif
