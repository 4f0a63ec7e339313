/* Requests that are completed.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
  if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
