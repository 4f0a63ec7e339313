/* The type of a block of a persistent collective is freed between its starts,
 * and another one is made; the array stays as it is.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int mine[2] = {1, 2}, all[2], counts[2] = {1, 1}, displs[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, pair, other;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(1, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  types[1] = pair;
  MPI_Alltoallw_init(mine, counts, displs, types, all, counts, displs, types,
                     MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
  MPI_Type_contiguous(1, MPI_INT, &other);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  types[0] = other;
  MPI_Type_free(&other);
  MPI_Finalize();
}
