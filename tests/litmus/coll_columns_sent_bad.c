/* Columns of a matrix that are exchanged, one of which is sent and received.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 0 at coll_columns_sent_bad.c:19: MPI_Alltoallv: sendbuf and recvbuf overlap; they must be disjoint [MPI-4.1 2.3]
 */
#include <mpi.h>

static double matrix[4][8];

int main(int argc, char **argv)
{
  const int counts[] = {2, 2}, places[] = {0, 3};
  MPI_Datatype all, column;
  MPI_Init(&argc, &argv);
  MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &all);
  MPI_Type_create_resized(all, 0, sizeof(double), &column);
  MPI_Type_free(&all);
  MPI_Type_commit(&column);
  MPI_Alltoallv(&matrix[0][4], counts, (int[]){0, 2}, column, matrix, counts,
                places, column, MPI_COMM_WORLD);
  MPI_Type_free(&column);
  MPI_Finalize();
}
