/* The table of the collectives' shapes. */
#include "shape.h"

#include "../../model/topology/topology.h"

static const struct shape shapes[COLLECTIVES] = {
    [COLL_BARRIER] = {ALL, NONE, NONE, BY_ALL},
    [COLL_FENCE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_FINALIZE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_EXCHANGE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_BCAST] = {FROM_ROOT, NONE, ONE, BY_ALL},
    [COLL_GATHER] = {PAIRS, ONE, EACH, ROOT_RECEIVES},
    [COLL_GATHERV] = {PAIRS, ONE, EACH, ROOT_RECEIVES},
    [COLL_SCATTER] = {FROM_ROOT, EACH, ONE, ROOT_SENDS},
    [COLL_SCATTERV] = {FROM_ROOT, EACH, ONE, ROOT_SENDS},
    [COLL_ALLGATHER] = {ALL, ONE, EACH, BY_ALL},
    [COLL_ALLGATHERV] = {ALL, ONE, EACH, BY_ALL},
    [COLL_ALLTOALL] = {ALL, EACH, EACH, BY_ALL},
    [COLL_ALLTOALLV] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_ALLTOALLW] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_REDUCE] = {TO_ROOT, ONE, ONE, ROOT_RECEIVES},
    [COLL_ALLREDUCE] = {ALL, ONE, ONE, BY_ALL},
    [COLL_REDUCE_SCATTER] = {ALL, ONE, ONE, BY_ALL},
    [COLL_REDUCE_SCATTER_BLOCK] = {ALL, ONE, ONE, BY_ALL},
    [COLL_SCAN] = {PREFIX, ONE, ONE, BY_ALL},
    [COLL_EXSCAN] = {PREFIX, ONE, ONE, BY_ALL},
    [COLL_NEIGHBOR_ALLGATHER] = {PAIRS, ONE, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLGATHERV] = {PAIRS, ONE, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALL] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALLV] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALLW] = {PAIRS, EACH, EACH, BY_ALL},
};

const struct shape *shape_of(const struct coll *c)
{
  return &shapes[c->schedule.kind];
}

/* --- who is who --- */

bool coll_neighborly(const struct coll *c)
{
  return c->schedule.kind >= COLL_NEIGHBOR_ALLGATHER;
}

bool coll_rooted(const struct coll *c)
{
  const struct shape *s = shape_of(c);
  return s->pattern == FROM_ROOT || s->has == ROOT_RECEIVES;
}

bool coll_is_root(const struct coll *c)
{
  if (c->schedule.comm->remote) return c->far_root == MPI_ROOT;
  return c->schedule.rank == c->root;
}

bool coll_looks_on(const struct coll *c)
{
  return coll_rooted(c) && c->schedule.comm->remote &&
         c->far_root == MPI_PROC_NULL;
}

bool coll_is_member(const struct coll *c)
{
  return !c->schedule.comm->remote || !coll_is_root(c);
}

int coll_partners(const struct coll *c)
{
  return group_size(comm_peers(c->schedule.comm));
}

int coll_blocks_in(const struct coll *c)
{
  const struct topology *t = c->schedule.comm->topology;
  return coll_neighborly(c) ? topology_indegree(t, c->schedule.rank)
                            : coll_partners(c);
}

int coll_blocks_out(const struct coll *c)
{
  const struct topology *t = c->schedule.comm->topology;
  return coll_neighborly(c) ? topology_outdegree(t, c->schedule.rank)
                            : coll_partners(c);
}

int coll_block_from(const struct coll *c, int i)
{
  const struct topology *t = c->schedule.comm->topology;
  return coll_neighborly(c) ? topology_source(t, c->schedule.rank, i) : i;
}

int coll_block_to(const struct coll *c, int i)
{
  const struct topology *t = c->schedule.comm->topology;
  return coll_neighborly(c) ? topology_destination(t, c->schedule.rank, i) : i;
}

bool coll_is_self(const struct coll *c, int i)
{
  return !c->schedule.comm->remote && i == c->schedule.rank;
}
