/* Communicators and messages in words, for reports of deadlocks and crashes. */
#ifndef ORIEL_EXPLAIN_H
#define ORIEL_EXPLAIN_H

#include "../../model/comm/comm.h"
#include "../moving.h"
#include "../rank/rank.h"
#include "p2p.h"
#include <stddef.h>

enum { EXPLAIN_COMM_MAX = MPI_MAX_OBJECT_NAME + 32 };

/* "MPI_COMM_WORLD", "communicator "rows"", "a communicator of 4 ranks"; a
 * window's: "window "halo"". */
void explain_comm(const struct comm_view *, char text[EXPLAIN_COMM_MAX]);

/* As explain_rank, or "any rank"; `world` is a world rank or MPI_ANY_SOURCE. */
void explain_peer(const struct comm_view *, int world, char text[EXPLAIN_RANK]);

/* "a message from rank 3 with tag 7 in MPI_COMM_WORLD; one with tag 5 is
 * there". */
void explain_message(const struct comm_view *, const struct p2p_envelope *,
                     char *text, size_t size);

/* "the message of rank 0 to rank 3", of MPI_COMM_WORLD: moving.h. */
struct moving_message {
  int from, to;
  const struct observed_end *sender, *receiver; /* NULL: not known */
};
void explain_moving(const void *moving_message, struct moved *);

#endif
