/* Blocks of collectives with arrays of counts, of which the two sides name
 * different types.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: different counts or types in collective calls on MPI_COMM_WORLD
 * report:   MPI_Allgatherv by rank 0 at collective_blocks_bad.c:28 (3 MPI_INT)
 * report:   MPI_Allgatherv by rank 1 at collective_blocks_bad.c:28 (3 MPI_FLOAT)
 * report:   All ranks must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 1 to rank 0 on MPI_COMM_WORLD (4 times)
 * report:   MPI_Alltoallv by rank 0 at collective_blocks_bad.c:29 (1 MPI_INT)
 * report:   MPI_Alltoallv by rank 1 at collective_blocks_bad.c:29 (1 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 1 to rank 0 on MPI_COMM_WORLD
 * report:   MPI_Gatherv by rank 0 at collective_blocks_bad.c:30 (1 MPI_INT)
 * report:   MPI_Gatherv by rank 1 at collective_blocks_bad.c:30 (1 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int a[3] = {0}, b[3], n[3] = {1, 1, 1}, at[3] = {0, 1, 2}, rank;
  MPI_Datatype other, same = MPI_INT;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  other = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Allgatherv(a, 1, other, b, n, at, other, all);
  MPI_Alltoallv(a, n, at, other, b, n, at, other, all);
  MPI_Gatherv(a, 1, other, b, n, at, same, 0, all);
  MPI_Finalize();
}
