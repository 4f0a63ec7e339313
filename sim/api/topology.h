/* What the calls of topologies share. */
#ifndef ORIEL_API_TOPOLOGY_H
#define ORIEL_API_TOPOLOGY_H

#include "objects.h"
#include "../../model/topology/topology.h"

/* The topology of a communicator, which must be of this kind. */
int topology_of(MPI_Comm, int kind, struct comm_view **, struct topology **);

/* Collective: a communicator of the first `nodes` ranks. Takes over the
 * topology, of which the members keep one. */
int topology_create(struct comm_view *, int nodes, struct topology *,
                    MPI_Comm *newcomm);

/* 0, or MPI_ERR_ARG when the caller's array is too short. */
int check_room(int room, int needed, const char *argument);
/* 0, or MPI_ERR_RANK. */
int check_rank(const struct comm_view *, int rank);

#endif
