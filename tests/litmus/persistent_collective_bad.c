/* A store to the buffer of a started persistent broadcast.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Start   by rank 0 at persistent_collective_bad.c:19, not yet complete
 * report:   store       by rank 0 at persistent_collective_bad.c:20, main()
 * report:   Nothing orders them. MPI_Wait at persistent_collective_bad.c:21 comes too late; move the store after it. [MPI-4.1 6.13]
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
    if (i == 1) x = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
