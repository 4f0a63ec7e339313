/* The root loads what others have not sent yet.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `y` of main() of rank 0, 4 bytes
 * report:   MPI_Igather by rank 0 at nonblocking_igather_bad.c:21, not yet complete
 * report:   load        by rank 0 at nonblocking_igather_bad.c:22, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_igather_bad.c:23 comes too late; move the load after it. [MPI-4.1 6.12]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x = 1, y[2] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Igather(&x, 1, MPI_INT, y, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 0) seen = y[1];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
