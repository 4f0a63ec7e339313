/* One of two receives has ended: which one is not asked.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at nonblocking_waitany_bad.c:22, not yet complete
 * report:   load        by rank 0 at nonblocking_waitany_bad.c:25, main()
 * report:   Nothing orders them. MPI_Waitall at nonblocking_waitany_bad.c:26 comes too late; move the load after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  int x[2] = {1, 2}, which;
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&x[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitany(2, request, &which, MPI_STATUS_IGNORE);
    seen = x[0];
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
