/* Where the blocks of a persistent collective go changes between its starts.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at persistent_counts_bad.c:17: MPI_Start: the array of displacements of a collective has changed since its request was made; leave it as it is until that is freed [MPI-4.1 6.13] (2 times)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int mine[2] = {1, 2}, all[8], counts[2] = {1, 1}, displs[2] = {0, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Allgatherv_init(mine, 1, MPI_INT, all, counts, displs, MPI_INT,
                      MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    displs[1] = 4 - i;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  counts[1] = 2;
  displs[1] = 2;
  MPI_Finalize();
}
