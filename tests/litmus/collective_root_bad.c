/* Each rank names itself as the root.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different roots in collective calls on MPI_COMM_WORLD
 * report:   MPI_Bcast   by rank 0 at collective_root_bad.c:17 (root 0)
 * report:   MPI_Bcast   by rank 1 at collective_root_bad.c:17 (root 1)
 * report:   All ranks must name the same root. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&one, 1, MPI_INT, rank, MPI_COMM_WORLD);
  MPI_Finalize();
}
