/* Two integers are received where four are expected.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int sent[2] = {0, 0};
  int received[4];
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Status status;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(sent, 2, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(received, 4, MPI_INT, 0, 7, world, &status);
  MPI_Finalize();
}
