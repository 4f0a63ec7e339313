/* Calls of MPI that take no time, on and on. */
#ifndef ORIEL_CALLS_H
#define ORIEL_CALLS_H

#include "rank.h"

#include <string.h>

enum { CALLS_AT_ONCE = 1 << 16 };

void rank_calls_on(void);

/* What tells two dates apart, but for some that are far from each other. */
static inline uint32_t rank_date_half(double date)
{
  uint64_t bits;
  memcpy(&bits, &date, sizeof bits);
  return (uint32_t)bits;
}

/* Self has entered MPI. */
static inline void rank_note_call(struct rank *r)
{
  uint32_t now = rank_date_half(r->time);
  if (now != r->called)
    r->called = now, r->calls = 0;
  else if (++r->calls >= CALLS_AT_ONCE)
    rank_calls_on();
}

#endif
