/* A Get into the own window before a fence with MPI_MODE_NOSTORE.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOSTORE on window "halo" of rank 0
 * report:   MPI_Get       by rank 0 at assert_nostore_get_bad.c:21
 * report:   MPI_Win_fence by rank 0 at assert_nostore_get_bad.c:22
 * report:   It says that the rank has not written to its part of the window since its last synchronisation there; leave it out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
