/* Neighborhood collectives on graphs whose edges go one way, with several
 * between the same ranks, to oneself, and ranks without any; all calls in all
 * forms. Persistent ones outlive their communicator's handle.
 *
 * run: np=1
 * run: np=4 twice=1
 * run: np=4 options="--coll=model"
 * run: np=7
 * run: np=64
 * stdout: ok
 * mpich: no
 *   MPICH reverses the order of several messages between the same ranks.
 */
#include "check.h"

enum { MOST = 6 };

/* Run a call in one of its forms. */
#define DO(x, ix, x_init, ...)                                                 \
  do {                                                                         \
    MPI_Request request_;                                                      \
    if (form == 0) {                                                           \
      ACCEPTED(MPI_##x(__VA_ARGS__));                                          \
    } else if (form == 1) {                                                    \
      ACCEPTED(MPI_##ix(__VA_ARGS__, &request_));                              \
      ACCEPTED(MPI_Wait(&request_, MPI_STATUS_IGNORE));                        \
    } else {                                                                   \
      ACCEPTED(MPI_##x_init(__VA_ARGS__, MPI_INFO_NULL, &request_));           \
      for (int twice_ = 0; twice_ < 2; twice_++) {                             \
        memset(in, -1, sizeof in);                                             \
        MPI_Start(&request_);                                                  \
        ACCEPTED(MPI_Wait(&request_, MPI_STATUS_IGNORE));                      \
      }                                                                        \
      MPI_Request_free(&request_);                                             \
    }                                                                          \
  } while (0)

static int me, n, form;
static int out[MOST * 10], in[MOST * 10];

/* The neighbors of a rank: two messages to the next, one to itself, one to
 * each but itself that is a multiple of three; none to or from the last. */
static int edges_of(int rank, int to[])
{
  int edges = 0;
  if (n > 1 && rank == n - 1) return 0;
  int next = n > 1 ? (rank + 1) % (n - 1) : 0;
  to[edges++] = next;
  to[edges++] = rank;
  to[edges++] = next;
  return edges;
}

/* Who sends to `rank`, in the order of the senders; and which of its edges. */
static int sources_of(int rank, int from[], int edge[])
{
  int edges = 0, to[MOST];
  for (int r = 0; r < n; r++)
    for (int k = 0, all = edges_of(r, to); k < all; k++)
      if (to[k] == rank) {
        edge[edges] = k;
        from[edges++] = r;
      }
  return edges;
}

static int value(int rank, int block, int k)
{
  return rank * 1009 + block * 101 + k;
}

static void fill(int blocks)
{
  for (int i = 0; i < blocks * 10; i++)
    out[i] = value(me, i / 10, i % 10);
  memset(in, -1, sizeof in);
}

/* Block i of the results, at 10 i, holds `count` elements. */
static int holds(int i, int rank, int block, int count)
{
  for (int k = 0; k < 10; k++)
    if (in[10 * i + k] != (k < count ? value(rank, block, k) : -1)) return 0;
  return 1;
}

static void directed(MPI_Comm graph)
{
  int to[MOST], from[MOST], edge[MOST], counts[MOST], places[MOST];
  int outs = edges_of(me, to), ins = sources_of(me, from, edge);
  MPI_Aint bytes[MOST];
  MPI_Datatype types[MOST];
  fill(outs);
  DO(Neighbor_allgather, Ineighbor_allgather, Neighbor_allgather_init, out, 10,
     MPI_INT, in, 10, MPI_INT, graph);
  for (int i = 0; i < ins; i++)
    CHECK(holds(i, from[i], 0, 10));
  for (int i = 0; i < MOST; i++) {
    counts[i] = 7;
    places[i] = 10 * i;
    bytes[i] = 10 * i * (MPI_Aint)sizeof(int);
    types[i] = MPI_INT;
  }
  fill(outs);
  DO(Neighbor_allgatherv, Ineighbor_allgatherv, Neighbor_allgatherv_init, out,
     7, MPI_INT, in, counts, places, MPI_INT, graph);
  for (int i = 0; i < ins; i++)
    CHECK(holds(i, from[i], 0, 7));
  fill(outs);
  DO(Neighbor_alltoall, Ineighbor_alltoall, Neighbor_alltoall_init, out, 10,
     MPI_INT, in, 10, MPI_INT, graph);
  for (int i = 0; i < ins; i++)
    CHECK(holds(i, from[i], edge[i], 10));
  int receives[MOST];
  for (int i = 0; i < MOST; i++)
    counts[i] = i; /* of the first edge: nothing */
  for (int i = 0; i < ins; i++)
    receives[i] = edge[i];
  fill(outs);
  DO(Neighbor_alltoallv, Ineighbor_alltoallv, Neighbor_alltoallv_init, out,
     counts, places, MPI_INT, in, receives, places, MPI_INT, graph);
  for (int i = 0; i < ins; i++)
    CHECK(holds(i, from[i], edge[i], edge[i]));
  fill(outs);
  DO(Neighbor_alltoallw, Ineighbor_alltoallw, Neighbor_alltoallw_init, out,
     counts, bytes, types, in, receives, bytes, types, graph);
  for (int i = 0; i < ins; i++)
    CHECK(holds(i, from[i], edge[i], edge[i]));
}

/* Every rank is the neighbor of its two, and of itself twice. */
static void symmetric(void)
{
  int *index = malloc(n * sizeof *index),
      *edges = malloc(4 * n * sizeof *edges);
  for (int r = 0; r < n; r++) {
    index[r] = 4 * (r + 1);
    edges[4 * r] = edges[4 * r + 3] = r;
    edges[4 * r + 1] = (r + 1) % n;
    edges[4 * r + 2] = (r + n - 1) % n;
  }
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, n, index, edges, 0, &graph);
  fill(4);
  DO(Neighbor_alltoall, Ineighbor_alltoall, Neighbor_alltoall_init, out, 10,
     MPI_INT, in, 10, MPI_INT, graph);
  CHECK(holds(0, me, 0, 10) && holds(3, me, 3, 10));
  if (n > 2) CHECK(holds(1, (me + 1) % n, 2, 10));
  if (n > 2) CHECK(holds(2, (me + n - 1) % n, 1, 10));
  MPI_Comm_free(&graph);
  free(index);
  free(edges);
}

static void freed_first(MPI_Comm graph)
{
  int to[MOST], from[MOST], edge[MOST];
  int outs = edges_of(me, to), ins = sources_of(me, from, edge);
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_dup(graph, &copy);
  fill(outs);
  MPI_Neighbor_alltoall_init(out, 10, MPI_INT, in, 10, MPI_INT, copy,
                             MPI_INFO_NULL, &request);
  MPI_Comm_free(&copy);
  for (int twice = 0; twice < 2; twice++) {
    fill(outs);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < ins; i++)
      CHECK(holds(i, from[i], edge[i], 10));
  }
  MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  me = world_rank();
  n = world_size();
  int to[MOST], from[MOST], edge[MOST];
  int outs = edges_of(me, to), ins = sources_of(me, from, edge);
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, from, MPI_UNWEIGHTED,
                                 outs, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &graph);
  for (form = 0; form < 3; form++) {
    directed(graph);
    symmetric();
  }
  freed_first(graph);
  MPI_Comm_free(&graph);
  int failed = report();
  MPI_Finalize();
  return failed;
}
