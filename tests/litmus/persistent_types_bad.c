/* The type of a block of a persistent collective changes between its starts.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at persistent_types_bad.c:22: MPI_Start: the array of types of a collective has changed since its request was made; leave it as it is until that is freed [MPI-4.1 6.13] (2 times)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int mine[2] = {1, 2}, all[2], counts[2] = {1, 1}, displs[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, pair;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(1, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Alltoallw_init(mine, counts, displs, types, all, counts, displs, types,
                     MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  types[1] = pair;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  types[0] = pair;
  MPI_Type_free(&pair);
  MPI_Finalize();
}
