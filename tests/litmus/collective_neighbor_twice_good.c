/* On a ring of two the other is the neighbor on both sides: what goes to the left
 * of it comes from its right. So is a rank its own neighbor twice.
 *
 * run: np=2 options="--check"
 * run: np=1 options="--check"
 * run: np=5 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int size, ones[2] = {1, 1};
  double a[2] = {0}, b[2];
  MPI_Aint at[2] = {0, sizeof(double)};
  MPI_Datatype sent[2] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype expected[2] = {MPI_FLOAT, MPI_INT};
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  MPI_Neighbor_alltoallw(a, ones, at, sent, b, ones, at, expected, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
