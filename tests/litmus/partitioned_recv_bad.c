/* A load from a partition that has not arrived.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `buffer` of main() of rank 1, 4 bytes
 * report:   MPI_Start   by rank 1 at partitioned_recv_bad.c:30, not yet complete
 * report:   load        by rank 1 at partitioned_recv_bad.c:33, main()
 * report:   Nothing orders them. MPI_Wait at partitioned_recv_bad.c:34 comes too late; move the load after it. [MPI-4.1 4.2]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, there = 0, buffer[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Psend_init(buffer, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    MPI_Pready(0, request);
    MPI_Pready(1, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Precv_init(buffer, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    while (!there)
      MPI_Parrived(request, 0, &there);
    seen = buffer[2];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
