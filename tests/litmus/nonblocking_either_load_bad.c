/* Of two buffers the one is used that MPI_Waitany has not completed.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `b` of main() of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at nonblocking_either_load_bad.c:20, not yet complete
 * report:   load        by rank 0 at nonblocking_either_load_bad.c:22, main()
 * report:   Nothing orders them. MPI_Waitall at nonblocking_either_load_bad.c:23 comes too late; move the load after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, a = 0, b = 0, which, found = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&b, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    found = which == 1 ? a : b;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return found;
}
