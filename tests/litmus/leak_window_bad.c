/* A window that nobody frees, and a communicator that rank 1 keeps.
 *
 * run: np=3 options="--check"
 * report: oriel: leak: 3 windows made by MPI_Win_create at leak_window_bad.c:16 are never freed by ranks 0-2 [MPI-4.1 11.2.2]
 * report: oriel: leak: 1 communicator made by MPI_Comm_dup at leak_window_bad.c:17 is never freed by rank 1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int memory;
  int rank;
  MPI_Comm copy;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_rank(copy, &rank);
  if (rank != 1) MPI_Comm_free(&copy);
  MPI_Finalize();
}
