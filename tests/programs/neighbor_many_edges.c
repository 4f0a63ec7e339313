/* A graph with many edges between two ranks: their messages match in order,
 * and a receive is found without a walk over those before it.
 *
 * run: np=2 limit=4
 * run: np=2 limit=4 options="--coll=model"
 * stdout: ok
 */
#include "check.h"

enum { EDGES = 60000 };

int main(int argc, char **argv)
{
  static int there[EDGES], out[EDGES], in[EDGES];
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  for (int i = 0; i < EDGES; i++) {
    there[i] = !me;
    out[i] = 2 * i + me;
  }
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, EDGES, there, MPI_UNWEIGHTED,
                                 EDGES, there, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &graph);
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
  for (int i = 0; i < EDGES; i++)
    CHECK(in[i] == 2 * i + !me);
  MPI_Comm_free(&graph);
  int code = report();
  MPI_Finalize();
  return code;
}
