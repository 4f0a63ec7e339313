/* All ranks broadcast the same count.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[2] = {0, 0};
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(value, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
