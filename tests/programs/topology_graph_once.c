/* A graph that all ranks describe is kept once, not once for each of them.
 *
 * run: np=64
 * stdout: ok
 * mpich: no (all ranks read the arrays of one)
 */
#include "check.h"

enum { EDGES = 500000, LIMIT = 40000 /* KiB; a copy has 2,000 */ };

static long peak(void)
{
  char line[256];
  long kib = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    sscanf(line, "VmHWM: %ld", &kib);
  fclose(status);
  return kib;
}

int main(int argc, char **argv)
{
  int *arrays[2] = {NULL, NULL}, n, m, count, there[2];
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  int me = world_rank(), size = world_size();
  if (me == 0) {
    arrays[0] = malloc((size_t)size * sizeof(int));
    arrays[1] = malloc(EDGES * sizeof(int));
    for (int i = 0; i < size; i++)
      arrays[0][i] = i + 1 < size ? 2 * (i + 1) : EDGES;
    for (int i = 0; i < EDGES; i++)
      arrays[1][i] = (i / 2 + 1 + i % 2) % size;
  }
  MPI_Bcast(arrays, sizeof arrays, MPI_BYTE, 0, MPI_COMM_WORLD);
  long before = peak();
  MPI_Graph_create(MPI_COMM_WORLD, size, arrays[0], arrays[1], 0, &graph);
  CHECK(peak() - before < LIMIT);
  MPI_Graphdims_get(graph, &n, &m);
  SAME(n, size);
  SAME(m, EDGES);
  if (me + 1 < size) {
    MPI_Graph_neighbors_count(graph, me, &count);
    SAME(count, 2);
    MPI_Graph_neighbors(graph, me, 2, there);
    SAME(there[0], (me + 1) % size);
    SAME(there[1], (me + 2) % size);
  }
  MPI_Comm_free(&graph);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) free(arrays[0]), free(arrays[1]);
  int code = report();
  MPI_Finalize();
  return code;
}
