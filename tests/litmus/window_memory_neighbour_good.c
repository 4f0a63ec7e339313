/* A rank exposes another one's part of shared memory by a window of its own, and
 * attaches it to a second one; both end before the shared window does.
 *
 * run: np=2 options="--check=strict --ppn 2"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, unit;
  MPI_Aint size;
  MPI_Win shared, win, dynamic;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &shared);
  MPI_Win_shared_query(shared, 0, &size, &unit, &memory);
  MPI_Win_create(memory, rank ? size : 0, unit, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_set_name(win, "edge");
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_set_name(dynamic, "list");
  if (rank) MPI_Win_attach(dynamic, memory, size);
  MPI_Win_free(&win);
  if (rank) MPI_Win_detach(dynamic, memory);
  MPI_Win_free(&shared);
  MPI_Win_free(&dynamic);
  MPI_Finalize();
}
