/* As many bytes in the broadcast, but of different types.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different counts or types in collective calls on MPI_COMM_WORLD
 * report:   MPI_Bcast   by rank 0 at collective_type_bad.c:18 (1 MPI_DOUBLE)
 * report:   MPI_Bcast   by rank 1 at collective_type_bad.c:18 (2 MPI_FLOAT)
 * report:   All ranks must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  double value[2] = {0, 0};
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype type = rank ? MPI_FLOAT : MPI_DOUBLE;
  MPI_Bcast(value, 1 + rank, type, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
