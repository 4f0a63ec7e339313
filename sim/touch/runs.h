/* Runs: what the accesses of one place in the program amount to.
 *
 * Accesses of one place and kind that meet each other make one run. `run_at`
 * finds the last run of a place by a small table that nothing ever clears: an
 * entry is good when the run it names is of that place. The hash is of the
 * place in the program's file, not of its address, so that runs are the same
 * in every execution. */
#ifndef ORIEL_RUNS_H
#define ORIEL_RUNS_H

#include "filter.h"

#include "../rank/rank.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOUCH_WRITE = 1, TOUCH_ATOMIC = 2 };

/* `n` bytes at `at`, at least one of which may be tracked. */
void touch_access(const char *at, size_t n, unsigned kind, const char *site);
/* The same for any n bytes: asks the filter. */
void touch_bytes(const void *at, size_t n, unsigned kind, const void *site);
/* Tell what is gathered. */
void touch_tell(void);
/* Runs that are gathered and not told yet. */
unsigned touch_gathered(void);

/* Is there anything to tell of an access of at most a page? Threads of a rank
 * may meet at any memory, and one's access may come before the other's call
 * that makes it matter. */
static inline bool touch_matters(const char *at, size_t n)
{
  return filter_of(at) | filter_of(at + n - 1) | rank_shares;
}

#endif
