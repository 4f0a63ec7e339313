/* A variable of a block that ends before the message has been sent.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Isend that is gone
 * report:   MPI_Isend   by rank 0 at buffer_block_bad.c:21 (reads the stack of a block that has ended)
 * report:   A variable of a block is there until that ends. [MPI-4.1 3.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) {
    int twice = 2 * rank;
    MPI_Isend(&twice, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
