/* The root of a gather expects what is sent.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int sent[2] = {0, 0}, received[4];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Gather(sent, 2, MPI_INT, received, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
