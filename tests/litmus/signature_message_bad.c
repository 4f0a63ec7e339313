/* Two integers are received as one double.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: types that do not match in the message from rank 0 to rank 1, tag 7
 * report:   MPI_Send    by rank 0 at signature_message_bad.c:20 (2 MPI_INT)
 * report:   MPI_Recv    by rank 1 at signature_message_bad.c:21 (4 MPI_DOUBLE)
 * report:   Both ends must have the same basic types in the same order. [MPI-4.1 3.3.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int sent[2] = {0, 0};
  double received[4];
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Status status;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(sent, 2, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(received, 4, MPI_DOUBLE, 0, 7, world, &status);
  MPI_Finalize();
}
