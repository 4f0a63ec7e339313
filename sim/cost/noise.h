/* Noise: that a processor takes longer than the model says, as on a machine
 * whose system works too. What a rank's processor does takes up to the share
 * cost.noise longer, by lot. (docs/timing.md)
 *
 * Invariant: a draw follows from the seed, the rank and the date, and from
 * nothing else; so it is the same in whatever order ranks run. */
#ifndef ORIEL_NOISE_H
#define ORIEL_NOISE_H

#include "cost.h"

__attribute__((cold)) double noise_add(int rank, double date, double seconds);

/* How long what a rank does for so many seconds from that date on takes; the
 * noise in it is noted as spent. */
static inline double noisy(int rank, double date, double seconds)
{
  if (__builtin_expect(cost.noisy, false))
    return noise_add(rank, date, seconds);
  return seconds;
}

#endif
