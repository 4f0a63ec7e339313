/* The store after the wait.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int x = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Bcast_init(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (i == 1) x = 2;
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
