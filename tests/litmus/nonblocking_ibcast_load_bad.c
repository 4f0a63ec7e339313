/* A load from the buffer of a broadcast that is under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 1, 4 bytes
 * report:   MPI_Ibcast  by rank 1 at nonblocking_ibcast_load_bad.c:21, not yet complete
 * report:   load        by rank 1 at nonblocking_ibcast_load_bad.c:22, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_ibcast_load_bad.c:23 comes too late; move the load after it. [MPI-4.1 6.12]
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
  MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 1) seen = x;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
