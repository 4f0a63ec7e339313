/* On a ring of two the other is the neighbor on both sides: what goes to the left
 * of it comes from its right.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different types in the block from rank 1 to rank 0 on a communicator of 2 ranks (4 times)
 * report:   MPI_Neighbor_alltoallw by rank 0 at collective_neighbor_twice_bad.c:26 (1 MPI_FLOAT)
 * report:   MPI_Neighbor_alltoallw by rank 1 at collective_neighbor_twice_bad.c:26 (1 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: a block from rank 0 to rank 1 on a communicator of 2 ranks that rank 1 does not expect (4 times)
 * report:   MPI_Neighbor_alltoallw by rank 0 at collective_neighbor_twice_bad.c:28 (1 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int size, ones[2] = {1, 1};
  double a[2] = {0}, b[2];
  MPI_Aint at[2] = {0, sizeof(double)};
  MPI_Datatype sent[2] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype expected[2] = {MPI_INT, MPI_FLOAT};
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  MPI_Neighbor_alltoallw(a, ones, at, sent, b, ones, at, expected, ring);
  ones[1] = 0;
  MPI_Neighbor_alltoallw(a, ones, at, sent, b, ones, at, sent, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
