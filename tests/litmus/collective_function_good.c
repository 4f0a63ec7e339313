/* Both ranks broadcast, then both wait in a barrier.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < 2) MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank < 2) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
