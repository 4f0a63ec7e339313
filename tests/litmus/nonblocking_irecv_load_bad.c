/* A load from the buffer of an MPI_Irecv before its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at nonblocking_irecv_load_bad.c:22, not yet complete
 * report:   load        by rank 0 at nonblocking_irecv_load_bad.c:23, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_irecv_load_bad.c:24 comes too late; move the load after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    seen = x;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
