/* Barriers and exchanges that Oriel itself makes: blocking, by self, on that
 * rank's view of the communicator. (What programs call goes by algorithm.h.) */
#ifndef ORIEL_COLL_BARRIER_H
#define ORIEL_COLL_BARRIER_H

#include "../../model/comm/comm.h"
#include "../rank/rank.h"

/* Dissemination barrier: ceil(log2 p) rounds of one empty message each
 * (Hensgen, Finkel, Manber 1988). Costs per round o_send + latency + o_recv
 * where nothing is shared. */
void coll_barrier(struct comm_view *);
/* One that meets no barrier of the program. */
void coll_finalize(struct comm_view *world);
/* One that meets other fences only, as the last part of a wait of self: begin
 * it in one of the wait's steps; when nothing pends in `counter` the wait is
 * over; then end it. */
struct schedule;
struct schedule *coll_fence_begin(struct comm_view *, struct counter *);
void coll_fence_end(struct schedule *);
/* Whose part the result of each needs, as in MPI_Comm_split: a rank, or ... */
enum { NEEDS_NOBODY = -2, NEEDS_ALL = -1 };
/* The time and messages of an allgather of `bytes` per rank, without data:
 * for Oriel's own exchanges, whose data a meeting carries. Who leaves follows
 * those that are `needed`; MPI promises no other order. [MPI-4.1 2.4.2, 6.1] */
void coll_exchange(struct comm_view *, size_t bytes, int needed);
/* A call of all members in which none needs the others: it takes its turn among
 * theirs, and no time. */
void coll_pass(struct comm_view *);

#endif
