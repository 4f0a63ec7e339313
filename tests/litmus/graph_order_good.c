/* MPI_Dist_graph_create: who names no edges has those of others, and knows that
 * they have called it.
 *
 * run: np=2 options="--check=strict"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got = 0, first = 0, second = 1, one = 1;
  MPI_Win win;
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memory[0] = 1;
  MPI_Win_sync(win);
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0, &first, &one, &second,
                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&graph);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got != 1;
}
