/* The ranks broadcast different counts.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 1 at collective_count_bad.c:18: MPI_Bcast: rank 0 sent 4 bytes where this rank expects 8: the ranks' counts and types do not agree [MPI-4.1 6.1]
 * report: oriel: different counts or types in collective calls on MPI_COMM_WORLD
 * report:   MPI_Bcast   by rank 0 at collective_count_bad.c:18 (1 MPI_INT)
 * report:   MPI_Bcast   by rank 1 at collective_count_bad.c:18 (2 MPI_INT)
 * report:   All ranks must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[2] = {0, 0};
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(value, 1 + rank, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
