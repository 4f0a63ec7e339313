/* Calls of MPI that take no time, and the like, on and on. */
#ifndef ORIEL_RANK_CALLS_H
#define ORIEL_RANK_CALLS_H

#include "rank.h"

#include <string.h>

enum { CALLS_AT_ONCE = 1 << 15 };

void rank_calls_on(void);

/* Dates that follow each other hardly ever have the same, unless they are
 * within a nanosecond: what is added leaves that as the last bit. */
static inline uint16_t rank_date_hash(double date)
{
  uint64_t bits;
  date += 1 << 22;
  memcpy(&bits, &date, sizeof bits);
  bits ^= bits >> 32;
  return (uint16_t)(bits ^ bits >> 16);
}

/* Self has entered MPI. */
static inline void rank_note_call(struct rank *r)
{
  uint16_t now = rank_date_hash(r->time);
  if (now != r->called)
    r->called = now, r->calls = 0;
  else if (++r->calls >= CALLS_AT_ONCE)
    rank_calls_on();
}

/* Self, in a function that is not of MPI, has printed so much, or asked the
 * kernel for something, that it counts as that. */
void strand_note_call(struct pause);

#endif
