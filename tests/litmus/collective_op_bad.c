/* The ranks reduce with different operators.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different operators in collective calls on MPI_COMM_WORLD
 * report:   MPI_Allreduce by rank 0 at collective_op_bad.c:18 (MPI_MAX)
 * report:   MPI_Allreduce by rank 1 at collective_op_bad.c:18 (MPI_SUM)
 * report:   All ranks must name the same operator. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1, sum;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op op = rank ? MPI_SUM : MPI_MAX;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Finalize();
}
