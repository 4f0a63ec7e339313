/* A loop that runs to the last element, and a load there.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *part, rank, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "halo");
  for (int i = 0; i < 4; i++)
    part[i] = rank;
  if (rank == 1) seen = part[3];
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 3;
}
