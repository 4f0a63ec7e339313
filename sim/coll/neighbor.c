/* Neighborhood collectives: one round, in which every message goes straight to
 * its neighbor, as the large libraries do.
 *
 * Two ranks may be neighbors several times; their messages then match in the
 * order of their steps, so nothing here may be posted out of it. */
#include "algorithm.h"

#include "../../model/topology/topology.h"

static bool sends_one_block(const struct schedule *s)
{
  return s->kind == COLL_NEIGHBOR_ALLGATHER ||
         s->kind == COLL_NEIGHBOR_ALLGATHERV;
}

static bool neighbors_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  const struct topology *t = s->view->comm->topology;
  int in = topology_indegree(t, s->rank), out = topology_outdegree(t, s->rank);
  if (s->round > 0) return false;
  for (int i = 0; i < in; i++) {
    int block = topology_posted(t, i);
    int from = topology_source(t, s->rank, block);
    if (from != MPI_PROC_NULL) coll_recv_block(c, from, &c->recv, block);
  }
  for (int i = 0; i < out; i++) {
    int to = topology_destination(t, s->rank, i);
    int block = sends_one_block(s) ? 0 : i;
    if (to != MPI_PROC_NULL) coll_send_block(c, to, &c->send, block);
  }
  return true;
}

void choose_neighbor(struct coll *c)
{
  static stage_round *const stages[] = {neighbors_round, NULL};
  c->schedule.stages = stages;
  c->schedule.ordered = true;
}
