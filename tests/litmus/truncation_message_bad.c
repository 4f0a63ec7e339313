/* A message that is longer than its receive.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 1 at truncation_message_bad.c:22: MPI_Wait: the message of 16 bytes from rank 0 with tag 7 does not fit the receive buffer of 8 bytes [MPI-4.1 3.2.4]
 * report: oriel: message from rank 0 to rank 1, tag 7, longer than its receive
 * report:   MPI_Send    by rank 0 at truncation_message_bad.c:19 (4 MPI_INT)
 * report:   MPI_Irecv   by rank 1 at truncation_message_bad.c:21 (2 MPI_INT)
 * report:   Receive at least as much as is sent. [MPI-4.1 3.2.4]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[4] = {0};
  MPI_Request request;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(value, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Irecv(value, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
