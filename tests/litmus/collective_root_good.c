/* All ranks name the same root.
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
  MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
