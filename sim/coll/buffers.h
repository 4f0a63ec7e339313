/* The buffers that a collective accesses, as observers are told; and memory in
 * place of a receive buffer that is too short. */
#ifndef ORIEL_COLL_BUFFERS_H
#define ORIEL_COLL_BUFFERS_H

#include "algorithm.h"

/* Of a collective that self starts, whose accesses end with the number
 * `pending`, or with the call if that is 0: what it sends; then what it
 * receives, and the arrays that describe both. */
void coll_buffers_sent(const struct coll *, uint64_t pending,
                       enum observed_start);
void coll_buffers_received(struct coll *, uint64_t pending,
                           enum observed_start);
/* It is complete: what fits goes to the receive buffer. */
void coll_buffers_end(struct coll *);

#endif
