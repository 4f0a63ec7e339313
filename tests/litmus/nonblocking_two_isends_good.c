/* Two MPI_Isend of one buffer.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x = 1;
  int y[2];
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  MPI_Isend(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Recv(&y[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&y[1], 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
