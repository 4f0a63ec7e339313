/* A store to a partition that MPI_Pready has given away.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `buffer` of main() of rank 0, 4 bytes
 * report:   MPI_Pready  by rank 0 at partitioned_send_bad.c:25, not yet complete
 * report:   store       by rank 0 at partitioned_send_bad.c:26, main()
 * report:   Nothing orders them. MPI_Wait at partitioned_send_bad.c:28 comes too late; move the store after it. [MPI-4.1 4.2]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, buffer[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Psend_init(buffer, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    buffer[0] = 5;
    MPI_Pready(0, request);
    buffer[1] = 6;
    MPI_Pready(1, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Precv_init(buffer, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = buffer[0];
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
