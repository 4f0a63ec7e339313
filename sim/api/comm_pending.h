/* Communicators in the making: what members find before they have all met.
 *
 * The first member that asks makes the communicator, the last takes it out of
 * the list. A member that asks twice for the same (parent, group, key) before
 * the others asked once would spoil it, so the key tells such calls apart. */
#ifndef ORIEL_COMM_PENDING_H
#define ORIEL_COMM_PENDING_H

#include "objects.h"

#include <stdint.h>

/* A reference of the one that all members of the group get. */
struct comm *pending_join(struct comm *parent, struct group *, int64_t key);

/* A communicator with the group and the topology of another. */
struct comm *comm_twin(const struct comm *);
/* As comm_give, for a duplicate: the attributes of `from` are copied, hints
 * taken. MPI_COMM_NULL on failure. */
int comm_give_copy(struct comm *, struct comm_view *from, const struct info *,
                   MPI_Comm *newcomm);

#endif
