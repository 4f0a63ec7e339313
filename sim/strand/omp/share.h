/* Work sharing: loops, sections, single, and what is ordered in loops.
 *
 * Every thread of a team meets the same constructs in the same order, so the
 * n-th that one meets is the n-th of all. All loops are of iterations 0 to
 * total - 1 here; entry points convert. */
#ifndef ORIEL_OMP_SHARE_H
#define ORIEL_OMP_SHARE_H

#include "team.h"

struct range {
  uint64_t from, to;
};

struct share {
  struct share *next;
  int left;   /* threads that have left it, ... */
  int passed; /* ... and that have met the next one */
  bool taken; /* a single is */
  bool ready; /* its first thread has set it up */

  enum schedule schedule;
  uint64_t total, chunk, at;  /* iterations; `at`: the next that is free */
  uint64_t start, step, stop; /* of the loop variable */

  bool in_order;         /* it has ordered parts */
  uint64_t ordered;      /* iterations before it are past their ordered part */
  struct range *retired; /* chunks that are, too, in no order */
  int retired_count;
  struct entry *waiting; /* by kind: number of the member; or by iteration */

  int dimensions; /* of a doacross loop */
  uint64_t *counts;
  int64_t *origin; /* kmpc's: of each dimension, first value and step */
  char *posted;    /* by iteration, in row-major order */

  void *copy;   /* what a single gives to the others */
  void *memory; /* for the compiler */
  void *reductions;
};

/* Self enters its next construct: `ready` is false for the first, which sets it
 * up and sets it. */
struct share *share_enter(void);
/* Self leaves that which it entered last, or an earlier one. */
void share_leave(void);
void share_leave_one(struct share *);
/* All that the team still has: it ends. */
void shares_free(struct team *);
/* A construct that all threads of a team are in from their beginning. */
struct share *share_open(struct team *);

/* The construct is a loop. */
void share_loop(struct share *, enum schedule, uint64_t total, uint64_t chunk);
/* The next chunk of self, [from, to) in *member: is there one? */
bool share_next(struct member *);

/* The ordered part of the iterations that self has: wait for all before. */
void share_ordered_begin(struct pause);
void share_ordered_end(void);

/* Doacross: iterations by their position in each dimension. */
void share_doacross(struct share *, int dimensions, const uint64_t *counts);
void share_post(struct share *, const uint64_t *at);
void share_await(struct share *, const uint64_t *at, struct pause);

#endif
