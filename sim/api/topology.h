/* What the calls of topologies share. */
#ifndef ORIEL_API_TOPOLOGY_H
#define ORIEL_API_TOPOLOGY_H

#include "objects.h"
#include "../coll/meet.h"
#include "../../model/topology/topology.h"

/* The topology of a communicator, which must be of this kind. */
int topology_of(MPI_Comm, int kind, struct comm_view **, struct topology **);

/* Collective: the members meet, and who finds no result makes it of its own
 * arguments, so that the topology is there once: a communicator of the first
 * `nodes` ranks, which takes over the topology. Then they leave with it. */
struct comm *topology_comm(const struct comm_view *, int nodes,
                           struct topology *);
int topology_leave(struct meeting *, struct comm_view *, int nodes,
                   MPI_Comm *newcomm);

/* 0, or MPI_ERR_ARG when the caller's array is too short. */
int check_room(int room, int needed, const char *argument);
/* 0, or MPI_ERR_RANK. */
int check_rank(const struct comm_view *, int rank);

#endif
