/* The synchronisation of one-sided communication, as the calls of MPI ask for
 * it, and the rules that concern two ranks. */
#ifndef ORIEL_RMA_H
#define ORIEL_RMA_H

#include "peer.h"

/* Before the run. */
void rma_open(void);

/* --- rules that concern two ranks ---
 *
 * The simulator sees both sides at the instant of a call. Calls that order two
 * ranks meet the clock, so what a correct program has ordered is seen in that
 * order. 0 or a fault's class; what epoch.h refuses is left to it. */

int rma_check_start(const struct rma *, struct group *, int assertion);
int rma_check_post(const struct rma *, struct group *, int assertion);
int rma_check_lock(const struct peer *, int type, int assertion);

/* --- each blocks self as MPI says --- */

void rma_flush(struct peer *);
void rma_flush_all(struct rma *);
void rma_flush_local(struct peer *);
void rma_flush_local_all(struct rma *);
void rma_fence(struct rma *);

void rma_post(struct rma *, struct group *, int assertion);
void rma_start(struct rma *, struct group *, int assertion);
void rma_complete(struct rma *, struct group *);
void rma_wait(struct rma *);
/* The exposure epoch is over, and self knows. */
void rma_waited(struct rma *);

void rma_lock(struct peer *);
/* `held` is what epoch_unlock took from the peer. */
void rma_unlock(struct peer *, struct lock_state held);
void rma_lock_all(struct rma *, int assertion);
void rma_unlock_all(struct rma *);

#endif
