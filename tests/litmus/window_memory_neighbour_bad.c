/* A rank exposes another one's part of shared memory by a window of its own, and
 * attaches it to a second one; the shared window ends before these.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * report: oriel: memory of window "edge" of rank 1 that is freed before the window (2 times)
 * report:   MPI_Win_free by rank 1 at window_memory_neighbour_bad.c:27
 * report:   Free this window before the other one. [MPI-4.1 12.2]
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
  MPI_Win_free(&shared);
  MPI_Win_free(&win);
  MPI_Win_free(&dynamic);
  MPI_Finalize();
}
