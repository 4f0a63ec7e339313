/* A rank scans numbers into its window while another gets its neighbours.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  double *memory, values[3];
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(24, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(values, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
  else
    sscanf("1.5 2.5", "%lf %lf", &memory[0], &memory[2]);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
