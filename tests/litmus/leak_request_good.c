/* The persistent receive is freed.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value;
  MPI_Request request;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  if (rank > 2) MPI_Start(&request);
  MPI_Request_free(&request);
  MPI_Finalize();
}
