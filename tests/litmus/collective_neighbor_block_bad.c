/* A block that a neighbor sends and the other does not expect.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: a block from rank 0 to rank 1 on a communicator of 3 ranks that rank 1 does not expect
 * report:   MPI_Neighbor_alltoallv by rank 0 at collective_neighbor_block_bad.c:21 (1 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int dims[1] = {3}, periods[1] = {0}, a[2] = {1, 2}, b[2], at[2] = {0, 1};
  int sent[2] = {1, 1}, expected[2] = {1, 1}, rank;
  MPI_Comm line;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
  MPI_Comm_rank(line, &rank);
  MPI_Neighbor_alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, line);
  MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, line);
  if (rank == 1) expected[0] = 0;
  MPI_Neighbor_alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, line);
  MPI_Comm_free(&line);
  MPI_Finalize();
}
