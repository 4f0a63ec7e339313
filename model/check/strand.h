/* The checker's strands: what each of them knows of the others.
 *
 * `now` is the tick at which its next acts are stamped; a release publishes it
 * and begins the next one. Invariant: what a strand itself did it knows. */
#ifndef ORIEL_CHECK_STRAND_H
#define ORIEL_CHECK_STRAND_H

#include "../observer.h"
#include "clock.h"

struct check_strand {
  int id; /* of all strands, in the order in which they were first seen */
  int rank, number, use;
  uint32_t now;
  struct clock past; /* of the others */
  /* Its last synchronisation of a window's copies, and when that was. */
  const struct window_view *synced;
  uint32_t synced_at;
  /* The load with which it polls memory, and since when. */
  const void *polls;
  uint32_t polls_at;
  struct check_strand *next; /* of the same rank */
};

struct check_strand *check_strand(struct observed_strand);
struct check_strand *check_strand_of(int id);

/* Has the rank one strand only, as far as was seen? */
bool strand_alone(int rank);

/* Whose knowledge decides what came before: that of a strand now, or, for an
 * operation that waited, of a moment. */
struct viewer {
  struct stamp own;
  const struct clock *past;
};
struct viewer strand_viewer(const struct check_strand *);
bool viewer_knows(const struct viewer *, struct stamp);

/* The carrier of an event of order. */
void carrier_release(struct check_strand *, const struct observed_order *);
void carrier_acquire(struct check_strand *, const struct observed_order *);
void carrier_forget(struct observed_carrier);
/* What was released to it; NULL: nothing yet. */
const struct clock *carrier_past(struct observed_carrier);

#endif
