/* The twin of collective_neighbor_block_bad.c: what is not expected is not sent.
 * On a ring of two each is the other's neighbor twice.
 *
 * run: np=3 options="--check"
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int dims[1], periods[1] = {0}, a[2] = {1, 2}, b[2], at[2] = {0, 1};
  int sent[2] = {1, 1}, expected[2] = {1, 1}, rank;
  MPI_Comm line, ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &dims[0]);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
  MPI_Comm_rank(line, &rank);
  if (rank == 1) expected[0] = 0;
  if (rank == 0) sent[1] = 0;
  MPI_Neighbor_alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, line);
  periods[0] = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  for (int i = 0; i < 2; i++) {
    sent[i] = i;
    expected[i] = !i;
  }
  MPI_Neighbor_alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&line);
  MPI_Finalize();
}
