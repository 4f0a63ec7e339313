/* A load from the buffer of a broadcast that has ended.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) seen = x;
  MPI_Finalize();
}
