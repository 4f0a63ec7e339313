/* Collectives as schedules.
 *
 * A schedule is one rank's part of a collective: rounds of send, receive,
 * reduce and copy steps; the steps of a round start together, the next round
 * starts when all are done. Schedules advance by events (sim/p2p on the
 * communicator's context + 1, tag = the collective's number), a blocking
 * collective parks its rank once. Reductions happen in a fixed order.
 * User-defined operators run on their rank's stack (rank_run_callback).
 *
 * coll_* below are what the rest of Oriel calls: blocking, made by self, on
 * that rank's view of the communicator. */
#ifndef ORIEL_COLL_H
#define ORIEL_COLL_H

#include "../../model/comm/comm.h"
#include "../rank/rank.h"

/* Dissemination barrier: ceil(log2 p) rounds of one empty message each
 * (Hensgen, Finkel, Manber 1988). Costs per round o_send + latency + o_recv
 * where nothing is shared. */
void coll_barrier(struct comm_view *);
/* The same as the last part of a wait of self: begin it in one of the wait's
 * steps; when nothing pends in `counter` the wait is over; then end it. */
struct schedule;
struct schedule *coll_barrier_begin(struct comm_view *, struct counter *);
void coll_barrier_end(struct schedule *);
/* The time and messages of an allgather of `bytes` per rank, without data:
 * for Oriel's own exchanges, whose data a meeting carries. Without bytes
 * nobody's result needs the others, and MPI promises no order. [MPI-4.1 2.4.2,
 * 6.1] */
void coll_exchange(struct comm_view *, size_t bytes);

/* A meeting: the place where the members of a communicator leave what they
 * contribute to a collective call and find the shared object that comes of
 * it. The simulated exchange pays the time; the meeting holds the data, as
 * one process can. The k-th call of meet() on a communicator by each member
 * is one meeting. */
struct meeting {
  int members;
  const void **given; /* by rank in the communicator; NULL: not yet there */
  void *result;       /* set by whoever makes it; NULL at first */
};
/* Leave `mine`, pay the time of an exchange of `bytes`, and return with
 * everybody's contribution there. The caller makes `result` if it is NULL,
 * then calls meeting_leave, without a wait in between. `mine` may lie on the
 * caller's stack: the first to return reads all of them while the others are
 * still inside; later ones look at `result` only. */
struct meeting *meet(struct comm_view *, const void *mine, size_t bytes);
void meeting_leave(struct meeting *);

#endif
