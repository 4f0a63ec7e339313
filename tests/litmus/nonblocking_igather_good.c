/* The root loads after the wait what it has gathered.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x = 1, y[2] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Igather(&x, 1, MPI_INT, y, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) seen = y[1];
  MPI_Finalize();
}
