/* Graph topologies: known to all, by own neighbors, by edges from anywhere.
 *
 * run: np=4
 * stdout: ok
 */
#include "check.h"

static void whole_graph(void)
{
  /* 0: 1 3   1: 0   2: 3   3: 0 2, the standard's example */
  int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
  int n, m, found[2], i[4], e[6], status;
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
  MPI_Topo_test(graph, &status);
  SAME(status, MPI_GRAPH);
  MPI_Graphdims_get(graph, &n, &m);
  CHECK(n == 4 && m == 6);
  MPI_Graph_get(graph, 4, 6, i, e);
  CHECK(memcmp(i, index, sizeof i) == 0 && memcmp(e, edges, sizeof e) == 0);
  MPI_Graph_neighbors_count(graph, 3, &n);
  SAME(n, 2);
  MPI_Graph_neighbors(graph, 3, 2, found);
  CHECK(found[0] == 0 && found[1] == 2);
  MPI_Comm_free(&graph);
}

static void own_neighbors(void)
{
  int me = world_rank(), before = (me + 3) % 4, after = (me + 1) % 4;
  int in_weight = 10 * before, out_weight = 10 * me;
  int in, out, weighted, source, destination, w_in, w_out;
  MPI_Comm ring, dup;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, &in_weight, 1,
                                 &after, &out_weight, MPI_INFO_NULL, 0, &ring);
  MPI_Comm_dup(ring, &dup);
  MPI_Comm_free(&ring);
  MPI_Dist_graph_neighbors_count(dup, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && weighted);
  MPI_Dist_graph_neighbors(dup, 1, &source, &w_in, 1, &destination, &w_out);
  CHECK(source == before && destination == after);
  CHECK(w_in == in_weight && w_out == out_weight);
  MPI_Comm_free(&dup);
}

/* Rank 0 gives all edges of a star around rank 2. */
static void edges_of_others(void)
{
  int me = world_rank(), source = 2, degree = 3, ends[] = {0, 1, 3};
  int in, out, weighted, sources[1], destinations[3];
  MPI_Comm star;
  MPI_Dist_graph_create(MPI_COMM_WORLD, me == 0, &source, &degree, ends,
                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &star);
  MPI_Dist_graph_neighbors_count(star, &in, &out, &weighted);
  CHECK(in == (me != 2) && out == (me == 2 ? 3 : 0) && !weighted);
  MPI_Dist_graph_neighbors(star, in, sources, MPI_UNWEIGHTED, out, destinations,
                           MPI_UNWEIGHTED);
  if (me == 2)
    CHECK(memcmp(destinations, ends, sizeof ends) == 0);
  else
    SAME(sources[0], 2);
  MPI_Comm_free(&star);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  whole_graph();
  own_neighbors();
  edges_of_others();
  int failed = report();
  MPI_Finalize();
  return failed;
}
