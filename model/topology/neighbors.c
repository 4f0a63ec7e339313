/* The neighbors of a rank, whatever the kind of its topology. [MPI-4.1 8.6] */
#include "topology.h"

/* Neighbors of a grid: two for each side. */
static int cart_neighbor(const struct cart *c, int rank, int i)
{
  int stride = 1;

  for (int side = c->ndims - 1; side > i / 2; side--)
    stride *= c->dims[side];
  int dim = c->dims[i / 2], at = rank / stride % dim;
  int there = i % 2 ? at + 1 : at - 1;
  if (there < 0 || there >= dim) {
    if (!c->periodic[i / 2]) return MPI_PROC_NULL;
    there = (there + dim) % dim;
  }
  return rank + (there - at) * stride;
}

static const struct adjacency *adjacency_of(const struct topology *t, int rank)
{
  return &((const struct dist_graph *)t)->ranks[rank];
}

/* Of a graph or grid: as many in as out. */
static int degree(const struct topology *t, int rank)
{
  if (t->kind == MPI_CART) return 2 * ((const struct cart *)t)->ndims;
  return graph_degree((const struct graph *)t, rank);
}

static int neighbor(const struct topology *t, int rank, int i)
{
  if (t->kind == MPI_CART)
    return cart_neighbor((const struct cart *)t, rank, i);
  return graph_neighbors((const struct graph *)t, rank)[i];
}

int topology_indegree(const struct topology *t, int rank)
{
  return t->kind == MPI_DIST_GRAPH ? adjacency_of(t, rank)->indegree
                                   : degree(t, rank);
}

int topology_outdegree(const struct topology *t, int rank)
{
  return t->kind == MPI_DIST_GRAPH ? adjacency_of(t, rank)->outdegree
                                   : degree(t, rank);
}

int topology_source(const struct topology *t, int rank, int i)
{
  return t->kind == MPI_DIST_GRAPH ? adjacency_of(t, rank)->sources[i]
                                   : neighbor(t, rank, i);
}

int topology_destination(const struct topology *t, int rank, int i)
{
  return t->kind == MPI_DIST_GRAPH ? adjacency_of(t, rank)->destinations[i]
                                   : neighbor(t, rank, i);
}

int topology_posted(const struct topology *t, int i)
{
  return t->kind == MPI_CART ? i ^ 1 : i;
}
