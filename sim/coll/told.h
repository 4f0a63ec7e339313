/* What collectives tell the observers: the buffers they access, and the order
 * that MPI guarantees, whatever the algorithm. (told.c) */
#ifndef ORIEL_COLL_TOLD_H
#define ORIEL_COLL_TOLD_H

#include "algorithm.h"

/* Self starts the collective; its accesses end with the number `pending`, or
 * with the call if that is 0. */
void coll_told_start(struct coll *, uint64_t pending, enum observed_start);
/* Self learns that its part is complete. */
void coll_told_end(struct coll *);

/* The order of one of Oriel's own exchanges, of whose members these are needed
 * (barrier.h). It must be the `number`th of the communicator; the second may
 * come when that is gone. */
void coll_told_enter(const struct comm_view *, uint32_t number, int needed);
void coll_told_leave(const struct comm_view *, uint32_t number, int needed);
/* Self calls the collective: its arguments, for comparison with the others'.
 * NULL: a call without any. (arguments.c) */
void coll_told_arguments(const struct schedule *, const struct coll *);
/* The blocks between two groups, for the same; the root's rank among those of
 * both, -1 where self does not know it. (across.c) */
int coll_told_across(const struct coll *);
/* Block i of a side, as observed_block has it. (arguments.c) */
void coll_tell_block(const struct coll *, const struct blocks *, int i,
                     int from, int to, int nth);

#endif
