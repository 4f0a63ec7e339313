/* Messages that are received, by a matched probe too, or taken back.
 *
 * run: np=2 options="--check"
 * run: np=2 options="--check --cost eager=0"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 0, rank;
  MPI_Message message;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Issend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
