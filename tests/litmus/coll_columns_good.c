/* Columns of a matrix that come from two ranks, each to its own.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

static double matrix[4][8];

int main(int argc, char **argv)
{
  const int counts[] = {2, 2}, places[] = {0, 2};
  MPI_Datatype all, column;
  MPI_Init(&argc, &argv);
  MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &all);
  MPI_Type_create_resized(all, 0, sizeof(double), &column);
  MPI_Type_free(&all);
  MPI_Type_commit(&column);
  MPI_Allgatherv(&matrix[0][6], 2, column, matrix, counts, places, column,
                 MPI_COMM_WORLD);
  MPI_Type_free(&column);
  MPI_Finalize();
}
