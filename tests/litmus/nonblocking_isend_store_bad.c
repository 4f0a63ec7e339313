/* A store to the buffer of an MPI_Isend that is under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Isend   by rank 0 at nonblocking_isend_store_bad.c:20, not yet complete
 * report:   store       by rank 0 at nonblocking_isend_store_bad.c:21, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_isend_store_bad.c:22 comes too late; move the store after it. [MPI-4.1 3.7.2]
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
    MPI_Isend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    x = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
