/* The calls of graph and distributed graph topologies. [MPI-4.1 8.5.3 to 5]
 *
 * An edge list may come from any rank: the members meet, the first to leave
 * sorts the edges to their ends, in the order of the ranks that gave them. */
#include "topology.h"
#include "../../model/group/group.h"
#include "../../model/memory.h"

#include <api.h>
#include <string.h>

int check_rank(const struct comm_view *view, int rank)
{
  return check_peer(view, rank, MPI_ERR_RANK, "rank", "8.5");
}

/* --- graphs that every rank knows --- */

static int check_graph(const struct comm_view *view, int nodes,
                       const int index[], const int edges[])
{
  if (nodes < 0 || nodes > group_size(view->comm->group))
    return fault(MPI_ERR_ARG,
                 ": nnodes is %d, must be 0 to %d, the communicator's ranks "
                 "[MPI-4.1 8.5.3]",
                 nodes, group_size(view->comm->group));
  int error = check_array(index, nodes, "index");
  if (error) return error;
  for (int i = 0; i < nodes; i++)
    if (index[i] < (i ? index[i - 1] : 0))
      return fault(MPI_ERR_ARG,
                   ": index[%d] is %d, it must not decrease "
                   "[MPI-4.1 8.5.3]",
                   i, index[i]);
  error = check_array(edges, nodes ? index[nodes - 1] : 0, "edges");
  if (error) return error;
  for (int i = 0; nodes && i < index[nodes - 1]; i++)
    if (edges[i] < 0 || edges[i] >= nodes)
      return fault(MPI_ERR_ARG,
                   ": edges[%d] is %d, outside [0, %d) "
                   "[MPI-4.1 8.5.3]",
                   i, edges[i], nodes);
  return 0;
}

int api_Graph_create(MPI_Comm comm, int nnodes, const int indx[],
                     const int edges[], int reorder, MPI_Comm *newcomm)
{
  struct comm_view *view;
  int error = intracomm_of(comm, &view);
  (void)reorder;
  if (!error) error = check_graph(view, nnodes, indx, edges);
  if (error) return error;
  struct meeting *m = meet(view, view, 0, NEEDS_NOBODY);
  if (!m->result)
    m->result = topology_comm(view, nnodes,
                              nnodes ? graph_new(nnodes, indx, edges) : NULL);
  return topology_leave(m, view, nnodes, newcomm);
}

int api_Graph_map(MPI_Comm comm, int nnodes, const int indx[],
                  const int edges[], int *newrank)
{
  struct comm_view *view;
  int error = intracomm_of(comm, &view);
  if (!error) error = check_graph(view, nnodes, indx, edges);
  if (!error) *newrank = view->rank < nnodes ? view->rank : MPI_UNDEFINED;
  return error;
}

static int graph_of(MPI_Comm comm, struct comm_view **view,
                    struct graph **graph)
{
  struct topology *topology;
  int error = topology_of(comm, MPI_GRAPH, view, &topology);
  if (!error) *graph = (struct graph *)topology;
  return error;
}

int api_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
  struct comm_view *view;
  struct graph *graph;
  int error = graph_of(comm, &view, &graph);
  if (error) return error;
  *nnodes = graph->nodes;
  *nedges = graph->index[graph->nodes - 1];
  return 0;
}

int api_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[],
                  int edges[])
{
  struct comm_view *view;
  struct graph *graph;
  int n, error = graph_of(comm, &view, &graph);
  if (error) return error;
  n = graph->index[graph->nodes - 1];
  error = check_room(maxindex, graph->nodes, "maxindex");
  if (!error) error = check_room(maxedges, n, "maxedges");
  if (!error) error = check_array(indx, graph->nodes, "index");
  if (!error) error = check_array(edges, n, "edges");
  if (error) return error;
  memcpy(indx, graph->index, (size_t)graph->nodes * sizeof *indx);
  if (n) memcpy(edges, graph->edges, (size_t)n * sizeof *edges);
  return 0;
}

int api_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
  struct comm_view *view;
  struct graph *graph;
  int error = graph_of(comm, &view, &graph);
  if (!error) error = check_rank(view, rank);
  if (!error) *nneighbors = graph_degree(graph, rank);
  return error;
}

int api_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors,
                        int neighbors[])
{
  struct comm_view *view;
  struct graph *graph;
  int n, error = graph_of(comm, &view, &graph);
  if (!error) error = check_rank(view, rank);
  if (error) return error;
  n = graph_degree(graph, rank);
  error = check_room(maxneighbors, n, "maxneighbors");
  if (!error) error = check_array(neighbors, n, "neighbors");
  if (!error && n)
    memcpy(neighbors, graph_neighbors(graph, rank), (size_t)n * sizeof(int));
  return error;
}

/* --- distributed graphs --- */

/* One rank's arguments. Adjacent: its own edges in and out. Else edges from
 * sources[i] to degrees[i] destinations each. */
struct edges {
  int n;
  const int *sources, *degrees, *destinations, *weights;
};

static int check_ends(const struct comm_view *view, int n, const int ends[],
                      const char *argument)
{
  int error = check_array(ends, n, argument),
      size = group_size(view->comm->group);
  for (int i = 0; !error && i < n; i++)
    if (ends[i] < 0 || ends[i] >= size)
      error = check_peer(view, ends[i], MPI_ERR_RANK, entry_name(argument, i),
                         "8.5.4");
  return error;
}

static int check_weights(int n, const int weights[], const char *argument)
{
  if (weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY) return 0;
  int error = check_array(weights, n, argument);
  if (error) return error;
  for (int i = 0; i < n; i++)
    if (weights[i] < 0)
      return check_number(weights[i], entry_name(argument, i), "8.5.4");
  return 0;
}

/* Weights that are there. */
static const int *real(const int *weights)
{
  return weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY ? NULL
                                                                   : weights;
}

int api_Dist_graph_create_adjacent(MPI_Comm comm, int indegree,
                                   const int sources[],
                                   const int sourceweights[], int outdegree,
                                   const int destinations[],
                                   const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm *newcomm)
{
  struct comm_view *view, *newview;
  struct meeting *m;
  struct adjacency *mine;
  struct info *hints;
  int size, error = intracomm_of(comm, &view);
  (void)reorder;
  if (!error) error = info_of(info, &hints);
  if (!error) error = check_number(indegree, "indegree", "8.5.4");
  if (!error) error = check_number(outdegree, "outdegree", "8.5.4");
  if (!error) error = check_ends(view, indegree, sources, "sources");
  if (!error) error = check_ends(view, outdegree, destinations, "destinations");
  if (!error) error = check_weights(indegree, sourceweights, "sourceweights");
  if (!error) error = check_weights(outdegree, destweights, "destweights");
  if (error) return error;
  size = group_size(view->comm->group);
  m = meet(view, view, 0, NEEDS_NOBODY);
  if (!m->result)
    m->result = topology_comm(
        view, size, dist_graph_new(size, sourceweights != MPI_UNWEIGHTED));
  error = topology_leave(m, view, size, newcomm);
  if (error) return error;
  newview = handle_find(&self->handles, HANDLE_COMM, (uintptr_t)*newcomm);
  mine = &((struct dist_graph *)newview->comm->topology)->ranks[newview->rank];
  adjacency_set_in(mine, indegree, sources, real(sourceweights));
  adjacency_set_out(mine, outdegree, destinations, real(destweights));
  return 0;
}

/* Call `each` for every edge that a rank gave. */
static void each_edge(const struct edges *e,
                      void (*each)(struct dist_graph *, int source,
                                   int destination, int weight),
                      struct dist_graph *g)
{
  const int *weights = real(e->weights);
  int k = 0;
  for (int i = 0; i < e->n; i++)
    for (int d = 0; d < e->degrees[i]; d++, k++)
      each(g, e->sources[i], e->destinations[k], weights ? weights[k] : 1);
}

static void count_edge(struct dist_graph *g, int source, int destination,
                       int weight)
{
  (void)weight;
  g->ranks[source].outdegree++;
  g->ranks[destination].indegree++;
}

static void add_edge(struct dist_graph *g, int source, int destination,
                     int weight)
{
  struct adjacency *from = &g->ranks[source], *to = &g->ranks[destination];
  from->destination_weights[from->outdegree] = weight;
  from->destinations[from->outdegree++] = destination;
  to->source_weights[to->indegree] = weight;
  to->sources[to->indegree++] = source;
}

/* Room for the edges that were counted; the counts begin anew. */
static void make_room(struct adjacency *a)
{
  size_t in = (size_t)a->indegree + 1, out = (size_t)a->outdegree + 1;
  a->sources = xcalloc(in, sizeof(int));
  a->source_weights = xcalloc(in, sizeof(int));
  a->destinations = xcalloc(out, sizeof(int));
  a->destination_weights = xcalloc(out, sizeof(int));
  a->indegree = a->outdegree = 0;
}

static struct comm *gather_edges(const struct meeting *m, struct group *group)
{
  const struct edges *first = m->given[0];
  struct comm *comm = comm_new(group);
  struct dist_graph *g = (struct dist_graph *)dist_graph_new(
      m->members, first->weights != MPI_UNWEIGHTED);
  for (int r = 0; r < m->members; r++)
    each_edge(m->given[r], count_edge, g);
  for (int r = 0; r < m->members; r++)
    make_room(&g->ranks[r]);
  for (int r = 0; r < m->members; r++)
    each_edge(m->given[r], add_edge, g);
  comm->references = m->members;
  comm->topology = &g->topology;
  return comm;
}

static int check_edges(const struct comm_view *view, const struct edges *e,
                       int *count)
{
  int error = check_number(e->n, "n", "8.5.4");
  if (!error) error = check_ends(view, e->n, e->sources, "sources");
  *count = 0;
  if (!error) error = check_array(e->degrees, e->n, "degrees");
  for (int i = 0; !error && i < e->n; i++) {
    if (e->degrees[i] < 0)
      return check_number(e->degrees[i], entry_name("degrees", i), "8.5.4");
    if (__builtin_add_overflow(*count, e->degrees[i], count))
      return fault(MPI_ERR_ARG,
                   ": degrees add up to more than 2^31 [MPI-4.1 8.5.4]");
  }
  if (!error) error = check_ends(view, *count, e->destinations, "destinations");
  return error ? error : check_weights(*count, e->weights, "weights");
}

int api_Dist_graph_create(MPI_Comm comm, int n, const int sources[],
                          const int degrees[], const int destinations[],
                          const int weights[], MPI_Info info, int reorder,
                          MPI_Comm *newcomm)
{
  struct edges mine = {n, sources, degrees, destinations, weights};
  struct comm_view *view;
  struct meeting *m;
  struct comm *made;
  struct info *hints;
  int count, error = intracomm_of(comm, &view);
  (void)reorder;
  if (!error) error = info_of(info, &hints);
  if (!error) error = check_edges(view, &mine, &count);
  if (error) return error;
  m = meet(view, &mine, (size_t)count * 2 * sizeof(int), NEEDS_ALL);
  if (!m->result) m->result = gather_edges(m, view->comm->group);
  made = m->result;
  meeting_leave(m);
  return comm_give(made, view, newcomm);
}

static int dist_graph_of(MPI_Comm comm, const struct dist_graph **graph,
                         const struct adjacency **mine)
{
  struct topology *topology;
  struct comm_view *view;
  int error = topology_of(comm, MPI_DIST_GRAPH, &view, &topology);
  if (error) return error;
  *graph = (const struct dist_graph *)topology;
  *mine = &(*graph)->ranks[view->rank];
  return 0;
}

int api_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree,
                                   int *weighted)
{
  const struct dist_graph *graph;
  const struct adjacency *mine;
  int error = dist_graph_of(comm, &graph, &mine);
  if (error) return error;
  *indegree = mine->indegree;
  *outdegree = mine->outdegree;
  *weighted = graph->weighted;
  return 0;
}

/* The first entries that fit; MPI allows asking for less. */
static int copy_out(const char *name, int *to, const int *from, int n, int max)
{
  if (to == MPI_UNWEIGHTED || to == MPI_WEIGHTS_EMPTY || !from) return 0;
  if (n > max) n = max;
  int error = check_array(to, n, name);
  for (int i = 0; !error && i < n; i++)
    to[i] = from[i];
  return error;
}

int api_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
                             int sourceweights[], int maxoutdegree,
                             int destinations[], int destweights[])
{
  const struct dist_graph *graph;
  const struct adjacency *mine;
  int error = dist_graph_of(comm, &graph, &mine);
  if (error) return error;
  int in = mine->indegree, out = mine->outdegree;
  error = copy_out("sources", sources, mine->sources, in, maxindegree);
  if (!error)
    error = copy_out("destinations", destinations, mine->destinations, out,
                     maxoutdegree);
  if (error || !graph->weighted) return error;
  error = copy_out("sourceweights", sourceweights, mine->source_weights, in,
                   maxindegree);
  return error ? error
               : copy_out("destweights", destweights, mine->destination_weights,
                          out, maxoutdegree);
}
