/* Columns of a matrix that come from two ranks, one column from both.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 0 at coll_columns_bad.c:19: MPI_Allgatherv: the blocks of ranks 0 and 1 in recvbuf overlap; what comes from each needs its own place [MPI-4.1 6.7]
 */
#include <mpi.h>

static double matrix[4][8];

int main(int argc, char **argv)
{
  const int counts[] = {2, 2}, places[] = {0, 1};
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
