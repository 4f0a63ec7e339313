/* The queues of locks, one at each target of a window. (lock.c) */
#ifndef ORIEL_RMA_LOCK_H
#define ORIEL_RMA_LOCK_H

#include "peer.h"

struct lock_queue *lock_queues_new(int size);
void lock_queues_free(struct lock_queue *);
/* Does anybody hold a lock of the rank's own part? (lock.c) */
bool lock_held(const struct rma *);
/* The queue of the locks of that target will be looked at. */
void lock_foresee(const struct lock_queue *);
/* A shared lock for an operation that arrived at its target: true when it is
 * held, else operations_shared() will be called. */
bool lock_share(struct peer *);
/* The first target whose shared lock is asked for, and not yet there; NULL. */
const struct peer *lock_unshared(const struct rma *);
/* Put into words that a target's lock is awaited, and who has it. */
void lock_explain(const struct peer *, char *text, size_t size);

#endif
