/* Two MPI_Irecv write one buffer.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at nonblocking_two_irecvs_bad.c:20, not yet complete
 * report:   MPI_Irecv   by rank 0 at nonblocking_two_irecvs_bad.c:21
 * report:   Nothing orders them. MPI_Waitall at nonblocking_two_irecvs_bad.c:22 comes too late; move the later MPI_Irecv after it, or use another buffer. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x[2] = {1, 2};
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
