/* Operations that wait for a call which is to complete them: --order late.
 *
 * MPI may begin an operation when it is issued, or as late as the call that
 * completes it. [MPI-4.1 12.7.3] So who waits for what follows from one, and
 * has not called MPI_Win_flush or the like, may wait for ever. */
#ifndef ORIEL_RMA_DEFERRED_H
#define ORIEL_RMA_DEFERRED_H

#include <stdbool.h>
#include <stddef.h>

struct operation;
struct peer;
struct rma;

/* It is issued: does it wait? If not, those to its target that do are sent. */
bool deferred_take(struct operation *);
/* A call is to complete those of this peer, or of all: send them. */
void deferred_begin(struct peer *);
void deferred_begin_all(struct rma *);
/* What one of the rank waits for, in words, and where it was issued; *site is
 * NULL if that is not known. False: the rank has none. */
bool deferred_explain(int rank, const void **site, char *text, size_t size);

#endif
