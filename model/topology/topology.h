/* Topologies: what the ranks of a communicator are to each other.
 * [MPI-4.1 8]
 *
 * Each kind's struct begins with the `struct topology` that a communicator
 * carries, is shared by all members and by duplicates of the communicator, and
 * never changes once its creating call has returned. Ranks are ranks in the
 * communicator. Invariant: a Cartesian grid numbers its nodes row by row, the
 * last coordinate fastest. */
#ifndef ORIEL_TOPOLOGY_H
#define ORIEL_TOPOLOGY_H

#include <mpi.h>
#include <stdbool.h>

struct topology {
  int kind; /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
  int references;
  void (*free)(struct topology *);
};

/* For one more communicator; NULL stays NULL. */
struct topology *topology_ref(struct topology *);
void topology_unref(struct topology *);

struct cart {
  struct topology topology; /* first */
  int ndims;
  int *dims;
  bool *periodic;
};

struct graph { /* MPI_Graph_create's: every rank knows all of it */
  struct topology topology;
  int nodes;
  int *index; /* edges of nodes 0..i */
  int *edges;
};

struct adjacency { /* one rank's neighbors; weights may be NULL */
  int indegree, outdegree;
  int *sources, *source_weights;
  int *destinations, *destination_weights;
};

struct dist_graph {
  struct topology topology;
  int size;
  bool weighted;
  struct adjacency *ranks; /* by rank */
};

struct topology *cart_new(int ndims, const int *dims, const int *periodic);
void cart_coords(const struct cart *, int rank, int *coords);
/* The rank at `coords`; MPI_PROC_NULL outside a side that does not wrap. */
int cart_rank(const struct cart *, const int *coords);
/* The grid of the dimensions that remain. */
struct topology *cart_sub(const struct cart *, const int *remain);

struct topology *graph_new(int nodes, const int *index, const int *edges);
int graph_degree(const struct graph *, int rank);
const int *graph_neighbors(const struct graph *, int rank);

/* Ranks without neighbors at first. */
struct topology *dist_graph_new(int size, bool weighted);
/* Copies; weights NULL: none. Once per rank. */
void adjacency_set_in(struct adjacency *, int n, const int *sources,
                      const int *weights);
void adjacency_set_out(struct adjacency *, int n, const int *destinations,
                       const int *weights);

/* The neighbors of a rank as the neighborhood collectives number their blocks:
 * of a grid the one before and the one behind, side after side; MPI_PROC_NULL
 * beyond an end. [MPI-4.1 8.6] */
int topology_indegree(const struct topology *, int rank);
int topology_outdegree(const struct topology *, int rank);
int topology_source(const struct topology *, int rank, int i);
int topology_destination(const struct topology *, int rank, int i);
/* Where two ranks are neighbors more than once, their messages match in order:
 * sends go out in the order of the destinations, and the i-th receive is that
 * of source topology_posted(i). On a side of one or two ranks, what goes out
 * before comes in from behind. */
int topology_posted(const struct topology *, int i);

/* Fill in the dims that are zero so that the product is `nodes`, as equal as
 * can be, in descending order. 0 or MPI_ERR_DIMS. */
int dims_create(int nodes, int ndims, int *dims);

#endif
