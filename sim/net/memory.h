/* The memory of a host, as a link that its transfers share.
 *
 * Each of n transfers under way progresses at min(copy, M/n), M being the
 * bandwidth of the platform's loopback link of the host; without one memory
 * is unlimited and each progresses at `copy`. Exact processor sharing.
 * Invariant: a transfer's end is known in bytes of progress since the memory
 * was last idle, which no later transfer changes; only the date of the next
 * end moves. */
#ifndef ORIEL_NET_MEMORY_H
#define ORIEL_NET_MEMORY_H

#include "../engine/events.h"

struct memory {       /* all zero but the first two is idle */
  double bandwidth;   /* B/s of all transfers together; HUGE_VAL: unlimited */
  double latency;     /* of each, beside the transfer */
  double progress;    /* bytes that a transfer has made since it was idle */
  double since;       /* the date of `progress` */
  double due;         /* the date of the next end */
  struct events ends; /* keyed by the progress at which a transfer ends */
};

/* Before the run. */
void memory_transfers_open(void);
/* Start a transfer of `bytes` now, f(arg) at its end. On the engine's stack. */
void memory_transfer(struct memory *, double bytes, void (*f)(void *),
                     void *arg);

#endif
