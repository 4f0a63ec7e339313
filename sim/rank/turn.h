/* Turns: a strand goes on, and is in place with its rank. What the files that
 * park and wake share. (rank.c) */
#ifndef ORIEL_TURN_H
#define ORIEL_TURN_H

#include "rank.h"

static inline void turn_take(struct rank *r)
{
  self = r;
  rank_threaded = r->busy > 1;
  rank_shares = rank_threaded || r->unjoined;
}

/* The rank's time is never before the clock. */
static inline void turn_catch_up(struct rank *r)
{
  double now = engine_now();
  if (r->time < now) r->time = now;
}

/* On the strand's context, when it begins or goes on. */
void turn_begin(struct strand *);

extern size_t turn_stack; /* of ranks, and of strands that name none */

#endif
