/* Runs: what the accesses of one place in the program amount to.
 *
 * A place is an expression: where a compiler has unrolled a loop, its copies
 * are one. Accesses of one place and kind that meet each other make one run.
 * `run_at` finds the last run of a place by a small table that nothing ever
 * clears: an entry is good when the run it names is of that place. The hash is
 * of the place in the program's file, not of its address, so that runs are the
 * same in every execution.
 *
 * A place that jumps to and fro begins short run after short run. After some of
 * them what else it accesses is marked by pages, a bit for each byte, so that
 * what it comes back to is there already, and neighbours meet.
 *
 * Most accesses find their run by a shorter way: the runs near a place, by its
 * address. Invariant: what the shorter way does the longer one would do, too.
 */
#ifndef ORIEL_RUNS_H
#define ORIEL_RUNS_H

#include "filter.h"

#include "../rank/rank.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOUCH_WRITE = 1, TOUCH_ATOMIC = 2 };

struct run {
  const char *site;  /* where it began; */
  const char *place; /* ... the first site of that expression; */
  const char *by;    /* ... and the program's line that it counts for */
  const char *from, *to;
  struct marks *marks; /* of the bytes of a page; NULL: all of [from, to) */
  uint16_t slot;       /* of a page, where it is found */
  uint8_t kind;
  uint8_t loop;      /* enum loop, of a load after MPI_Win_sync; else 0 */
  uint8_t scattered; /* short runs of its place before it; counts to a limit */
  bool again;        /* the very same bytes came again */
  bool copied;       /* likewise, once, at another site of the place */
  bool repeated;     /* in between others */
};

/* The last run of a place, for plain accesses within it and at its end. All of
 * [run->to, limit) is tracked. `limit` NULL: the run has marks. */
struct near {
  const char *site;
  struct run *run;
  const char *limit;
};
enum { TOUCH_NEAR = 1024 };
extern struct near touch_near[TOUCH_NEAR];

static inline struct near *near_of(const char *site)
{
  return &touch_near[(uintptr_t)site % TOUCH_NEAR];
}

/* Does it go on with the run? */
static inline bool touch_goes_on(const char *at, size_t n, const char *site)
{
  const struct near *c = near_of(site);
  if (c->site != site) return false;
  struct run *r = c->run;
  const char *end = at + n;
  if (at >= r->from && end <= r->to) return true;
  if (at != r->to || end > c->limit) return false;
  r->to = end;
  r->again = false;
  return true;
}

/* `n` bytes at `at`, at least one of which may be tracked. */
void touch_access(const char *at, size_t n, unsigned kind, const char *site);
/* The same for any n bytes: asks the filter. */
void touch_bytes(const void *at, size_t n, unsigned kind, const void *site);
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
