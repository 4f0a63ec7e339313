/* Graphs: known as a whole, or each rank's neighbors. [MPI-4.1 8.5.3, 8.5.4] */
#include "topology.h"
#include "../memory.h"

#include <stdlib.h>

static int *copy_ints(int n, const int *ints)
{
  return ints ? xmemdup(ints, (size_t)n * sizeof *ints) : NULL;
}

static void graph_free(struct topology *t)
{
  struct graph *g = (struct graph *)t;
  free(g->index);
  free(g->edges);
  free(g);
}

struct topology *graph_new(int nodes, const int *index, const int *edges)
{
  struct graph *g = xcalloc(1, sizeof *g);
  g->topology = (struct topology){MPI_GRAPH, 1, graph_free};
  g->nodes = nodes;
  g->index = copy_ints(nodes, index);
  g->edges = copy_ints(nodes ? index[nodes - 1] : 0, edges);
  return &g->topology;
}

static int first_edge(const struct graph *g, int rank)
{
  return rank > 0 ? g->index[rank - 1] : 0;
}

int graph_degree(const struct graph *g, int rank)
{
  return g->index[rank] - first_edge(g, rank);
}

const int *graph_neighbors(const struct graph *g, int rank)
{
  return g->edges + first_edge(g, rank);
}

static void dist_graph_free(struct topology *t)
{
  struct dist_graph *g = (struct dist_graph *)t;
  for (int i = 0; i < g->size; i++) {
    free(g->ranks[i].sources);
    free(g->ranks[i].source_weights);
    free(g->ranks[i].destinations);
    free(g->ranks[i].destination_weights);
  }
  free(g->ranks);
  free(g);
}

struct topology *dist_graph_new(int size, bool weighted)
{
  struct dist_graph *g = xcalloc(1, sizeof *g);
  g->topology = (struct topology){MPI_DIST_GRAPH, 1, dist_graph_free};
  g->size = size;
  g->weighted = weighted;
  g->ranks = xcalloc((size_t)size, sizeof *g->ranks);
  return &g->topology;
}

void adjacency_set_in(struct adjacency *a, int n, const int *sources,
                      const int *weights)
{
  a->indegree = n;
  a->sources = copy_ints(n, sources);
  a->source_weights = copy_ints(n, weights);
}

void adjacency_set_out(struct adjacency *a, int n, const int *destinations,
                       const int *weights)
{
  a->outdegree = n;
  a->destinations = copy_ints(n, destinations);
  a->destination_weights = copy_ints(n, weights);
}
