/* The same basic types in the broadcast, once as a derived type.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  double value[2] = {0, 0};
  MPI_Datatype pair;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Bcast(value, rank ? 2 : 1, rank ? MPI_DOUBLE : pair, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Finalize();
}
