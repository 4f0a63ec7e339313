/* The root of a gather expects other types than are sent.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different counts or types in collective calls on MPI_COMM_WORLD
 * report:   MPI_Gather  by rank 0 at collective_gather_bad.c:17 (1 MPI_DOUBLE)
 * report:   MPI_Gather  by rank 1 at collective_gather_bad.c:17 (2 MPI_INT)
 * report:   All ranks must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int sent[2] = {0, 0}, received[4];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Gather(sent, 2, MPI_INT, received, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
