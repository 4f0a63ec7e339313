/* An MPI_Isend of what an MPI_Irecv is to bring.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Irecv   by rank 0 at nonblocking_two_isends_bad.c:20, not yet complete
 * report:   MPI_Isend   by rank 0 at nonblocking_two_isends_bad.c:21
 * report:   Nothing orders them. MPI_Waitall at nonblocking_two_isends_bad.c:22 comes too late; move the MPI_Isend after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  int x = 1;
  MPI_Request request[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  MPI_Irecv(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
