/* Forks: jumps either way of which comes to the same place. */
#ifndef ORIEL_FORK_H
#define ORIEL_FORK_H

#include "flow.h"

/* Where the stack is at a jump, and all of it. */
struct fork_frame {
  uint64_t sp, bp;
  uint64_t low, high;
};

enum { FORK_STORES = 16 };
/* What is on the ways from a jump to a join. */
struct fork {
  uint64_t changed; /* registers, by flow.h's bits */
  uint64_t fixed;   /* those must be as they were: of the stack */
  struct flow_span stores[FORK_STORES];
  int store_count;
};

/* Do all ways from the jump come to `join`, or to nothing else for ever, if
 * they change nothing but registers and the stack? */
bool fork_joins(const void *jump, const void *join, const struct fork_frame *,
                struct fork *);

#endif
