/* Topologies: grids, graphs known to all, graphs known by neighbors.
 *
 * run: np=4 */
#include "covers.h"

static MPI_Comm world = MPI_COMM_WORLD;

static void grids(void)
{
  MPI_Comm grid, row;
  int x, dims[2] = {0, 2}, periods[2], coords[2], from, to;
  COVERS(MPI_Dims_create);
  OK(MPI_Dims_create(4, 2, dims));
  CHECK(dims[0] == 2 && dims[1] == 2);
  COVERS(MPI_Cart_create, MPI_Cartdim_get, MPI_Cart_get, MPI_Topo_test);
  OK(MPI_Cart_create(world, 2, dims, (int[]){0, 1}, 0, &grid));
  OK(MPI_Topo_test(grid, &x));
  CHECK(x == MPI_CART);
  OK(MPI_Topo_test(world, &x));
  CHECK(x == MPI_UNDEFINED);
  OK(MPI_Cartdim_get(grid, &x));
  CHECK(x == 2);
  OK(MPI_Cart_get(grid, 2, dims, periods, coords));
  CHECK(dims[0] == 2 && dims[1] == 2 && !periods[0] && periods[1]);
  CHECK(coords[0] == me / 2 && coords[1] == me % 2);
  COVERS(MPI_Cart_rank, MPI_Cart_coords);
  OK(MPI_Cart_rank(grid, (int[]){1, -1}, &x));
  CHECK(x == 3);
  OK(MPI_Cart_coords(grid, 2, 2, coords));
  CHECK(coords[0] == 1 && coords[1] == 0);
  COVERS(MPI_Cart_shift);
  OK(MPI_Cart_shift(grid, 0, 1, &from, &to));
  CHECK(from == (me < 2 ? MPI_PROC_NULL : me - 2));
  CHECK(to == (me < 2 ? me + 2 : MPI_PROC_NULL));
  OK(MPI_Cart_shift(grid, 1, 1, &from, &to));
  CHECK(from == (me ^ 1) && to == (me ^ 1));
  COVERS(MPI_Cart_sub);
  OK(MPI_Cart_sub(grid, (int[]){0, 1}, &row));
  MPI_Comm_size(row, &x);
  CHECK(x == 2);
  MPI_Comm_rank(row, &x);
  CHECK(x == me % 2);
  COVERS(MPI_Cart_map);
  OK(MPI_Cart_map(world, 1, (int[]){3}, (int[]){0}, &x));
  CHECK(x == MPI_UNDEFINED || (x >= 0 && x < 3));
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
}

/* A ring in which each knows the next and the one before. */
static void graphs(void)
{
  MPI_Comm graph;
  int index[4] = {2, 4, 6, 8}, edges[8] = {1, 3, 2, 0, 3, 1, 0, 2};
  int nodes, count, x, got_index[4], got_edges[8], neighbors[2];
  COVERS(MPI_Graph_create, MPI_Graphdims_get, MPI_Graph_get);
  OK(MPI_Graph_create(world, 4, index, edges, 0, &graph));
  OK(MPI_Graphdims_get(graph, &nodes, &count));
  CHECK(nodes == 4 && count == 8);
  OK(MPI_Graph_get(graph, 4, 8, got_index, got_edges));
  CHECK(memcmp(index, got_index, sizeof index) == 0);
  CHECK(memcmp(edges, got_edges, sizeof edges) == 0);
  COVERS(MPI_Graph_neighbors_count, MPI_Graph_neighbors);
  OK(MPI_Graph_neighbors_count(graph, 2, &count));
  CHECK(count == 2);
  OK(MPI_Graph_neighbors(graph, 2, 2, neighbors));
  CHECK(neighbors[0] == 3 && neighbors[1] == 1);
  COVERS(MPI_Graph_map);
  OK(MPI_Graph_map(world, 4, index, edges, &x));
  CHECK(x == MPI_UNDEFINED || (x >= 0 && x < 4));
  MPI_Comm_free(&graph);
}

static void distributed(void)
{
  MPI_Comm graph;
  int next = (me + 1) % 4, before = (me + 3) % 4, in, out, weighted;
  int source, source_weight, destination, destination_weight, weight = 10 + me;
  COVERS(MPI_Dist_graph_create_adjacent, MPI_Dist_graph_neighbors_count,
         MPI_Dist_graph_neighbors);
  OK(MPI_Dist_graph_create_adjacent(world, 1, &before, &weight, 1, &next,
                                    &weight, MPI_INFO_NULL, 0, &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
  CHECK(in == 1 && out == 1 && weighted);
  OK(MPI_Dist_graph_neighbors(graph, 1, &source, &source_weight, 1,
                              &destination, &destination_weight));
  CHECK(source == before && destination == next);
  CHECK(source_weight == weight && destination_weight == weight);
  MPI_Comm_free(&graph);
  COVERS(MPI_Dist_graph_create);
  int sources[4] = {0, 1, 2, 3}, degrees[4] = {1, 1, 1, 1};
  int destinations[4] = {1, 2, 3, 0};
  OK(MPI_Dist_graph_create(world, me == 0 ? 4 : 0, sources, degrees,
                           destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                           &graph));
  MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && !weighted);
  MPI_Dist_graph_neighbors(graph, 1, &source, MPI_UNWEIGHTED, 1, &destination,
                           MPI_UNWEIGHTED);
  CHECK(source == before && destination == next);
  MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  grids();
  graphs();
  distributed();
  return covers_end();
}
