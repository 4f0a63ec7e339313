/* A ready send after its receive: a message of somebody else tells of it.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Request request;
  int rank, from = 5, to = 0, go = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Irecv(&to, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Send(&go, 1, MPI_INT, 2, 8, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (rank == 2) {
    MPI_Recv(&go, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    MPI_Recv(&go, 1, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&from, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
