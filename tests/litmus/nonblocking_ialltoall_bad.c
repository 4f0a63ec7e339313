/* A store to what an exchange that is under way sends.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Ialltoall by rank 0 at nonblocking_ialltoall_bad.c:19, not yet complete
 * report:   store         by rank 0 at nonblocking_ialltoall_bad.c:20, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_ialltoall_bad.c:21 comes too late; move the store after it. [MPI-4.1 6.12]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x[3] = {1, 2, 3}, y[2];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ialltoall(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD, &request);
  if (rank == 0) x[1] = 3;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
