/* A rank that neither sends anything to itself nor expects it.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int a[2] = {1, 2}, b[2], at[2] = {0, 1}, sent[2] = {1, 1};
  int expected[2] = {1, 1}, rank;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  if (rank == 0) sent[0] = expected[0] = 0;

  MPI_Alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, all);
  MPI_Finalize();
}
