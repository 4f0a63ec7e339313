/* Meetings: the place where the members of a communicator leave what they
 * contribute to a collective call, and find the shared object that comes of it.
 *
 * A simulated exchange pays the time; the meeting holds the data, as one
 * process can. Invariant: the k-th call of meet() on a communicator by each
 * member is one meeting. */
#ifndef ORIEL_MEET_H
#define ORIEL_MEET_H

#include "barrier.h"

#include <stddef.h>

struct meeting {
  int members;
  const void **given; /* by rank in the communicator; NULL: not yet there */
  void *result;       /* set by whoever makes it; NULL at first */
};
/* Leave `mine`, pay the time of a coll_exchange() of `bytes`, and return with
 * everybody's contribution there. The caller makes `result` if it is NULL,
 * then calls meeting_leave, without a wait in between. `mine` may lie on the
 * caller's stack: the first to return reads all of them while the others are
 * still inside; later ones look at `result` only. */
struct meeting *meet(struct comm_view *, const void *mine, size_t bytes,
                     int needed);
void meeting_leave(struct meeting *);

#endif
