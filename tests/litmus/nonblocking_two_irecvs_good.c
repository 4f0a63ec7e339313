/* Two MPI_Irecv write the halves of a buffer.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x[2] = {1, 2};
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&x[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
