/* A store beside what an exchange sends.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x[3] = {1, 2, 3}, y[2];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ialltoall(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD, &request);
  if (rank == 0) x[2] = 3;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
