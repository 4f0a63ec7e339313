/* A Get into other memory before a fence with MPI_MODE_NOSTORE.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
