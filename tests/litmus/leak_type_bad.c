/* A derived type that rank 0 does not free.
 *
 * run: np=3 options="--check"
 * report: oriel: leak: 1 datatype made by MPI_Type_contiguous at leak_type_bad.c:14 is never freed by rank 0 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Datatype type;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(2, MPI_INT, &type);
  if (rank) MPI_Type_free(&type);
  MPI_Finalize();
}
