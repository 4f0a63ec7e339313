/* Blocks of collectives with arrays of counts that one side sends and the other
 * does not expect.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: a block from rank 2 to rank 1 on MPI_COMM_WORLD that rank 1 does not expect
 * report:   MPI_Alltoallv by rank 2 at collective_lone_block_bad.c:23 (2 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: a block from rank 2 to rank 0 on MPI_COMM_WORLD that rank 0 does not expect
 * report:   MPI_Gatherv by rank 2 at collective_lone_block_bad.c:24 (1 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
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
  gathered[2] = 0;
  MPI_Alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, all);
  MPI_Gatherv(a, 1, MPI_INT, b, gathered, at, MPI_INT, 0, all);
  MPI_Finalize();
}
