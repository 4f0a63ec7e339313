/* All ranks free their derived type.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Datatype type;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Finalize();
}
