/* A message that is shorter than its receive.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[4] = {0};
  MPI_Request request;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(value, 2, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Irecv(value, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
