/* The request of a send is freed, and nothing tells that the buffer is free.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `value` of main() of rank 0, 4 bytes
 * report:   MPI_Isend   by rank 0 at nonblocking_free_bad.c:19, not yet complete
 * report:   store       by rank 0 at nonblocking_free_bad.c:21, main()
 * report:   Nothing orders them, and after MPI_Request_free at nonblocking_free_bad.c:20 no call tells when the MPI_Isend is over. Wait for its request before the store. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value = 3, answer = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    value = 4;
    MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return value + answer < 0;
}
