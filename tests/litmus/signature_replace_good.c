/* Neighbours replace what they have, as the same types.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  double mine = 0;
  double other;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Sendrecv_replace(&mine, 1, MPI_DOUBLE, 1, 7, 1, 8, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&other, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&mine, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
