/* Neighbours replace what they have, as other types.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: types that do not match in the message from rank 0 to rank 1, tag 7
 * report:   MPI_Sendrecv_replace by rank 0 at signature_replace_bad.c:19 (1 MPI_DOUBLE)
 * report:   MPI_Recv             by rank 1 at signature_replace_bad.c:22 (2 MPI_INT)
 * report:   Both ends must have the same basic types in the same order. [MPI-4.1 3.3.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  double mine = 0;
  int other[2];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Sendrecv_replace(&mine, 1, MPI_DOUBLE, 1, 7, 1, 8, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(other, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&mine, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
