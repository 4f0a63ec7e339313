/* A store to the buffer of a started persistent send.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Start   by rank 0 at nonblocking_persistent_bad.c:21, not yet complete
 * report:   store       by rank 0 at nonblocking_persistent_bad.c:22, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_persistent_bad.c:23 comes too late; move the store after it. [MPI-4.1 3.9]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send_init(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    x = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
