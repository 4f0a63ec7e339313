/* Where the blocks of a persistent collective go changes when it is freed.
 *
 * run: np=2 options="--check"
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
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  counts[1] = 2;
  displs[1] = 2;
  MPI_Finalize();
}
