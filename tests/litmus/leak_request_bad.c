/* A persistent receive that nobody frees.
 *
 * run: np=2 options="--check"
 * report: oriel: leak: 2 requests made by MPI_Recv_init at leak_request_bad.c:15 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
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
  MPI_Finalize();
}
