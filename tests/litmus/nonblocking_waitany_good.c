/* The buffer of the receive that MPI_Waitany names is loaded.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x[2] = {1, 2}, which;
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&x[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitany(2, request, &which, MPI_STATUS_IGNORE);
    seen = x[which];
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
