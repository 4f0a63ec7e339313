/* Blocks of collectives with arrays of counts that neither side has, or both.
 *
 * run: np=3 options="--check" exit=0
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int a[6] = {0}, b[6], at[3] = {0, 2, 4}, sent[3] = {2, 2, 2};
  int expected[3] = {2, 2, 2}, gathered[3] = {1, 1, 1}, rank;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  if (rank == 1) expected[2] = 0;
  if (rank == 2) sent[1] = 0;
  gathered[2] = 0;
  MPI_Alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, all);
  MPI_Gatherv(a, rank < 2, MPI_INT, b, gathered, at, MPI_INT, 0, all);
  MPI_Finalize();
}
