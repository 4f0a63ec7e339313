/* A rank is some hundred thousand reductions ahead of the root, and the last
 * one of them is another call.
 *
 * run: np=2 options="--check" exit=121 limit=10
 * report: oriel: different operators in collective calls on MPI_COMM_WORLD
 * report:   MPI_Reduce  by rank 1 at collective_ahead_bad.c:21 (MPI_MAX)
 * report:   MPI_Reduce  by rank 0 at collective_ahead_bad.c:21 (MPI_SUM)
 * report:   All ranks must name the same operator. [MPI-4.1 6.1]
 */
#include <mpi.h>

enum { MANY = 300000 };

int main(int argc, char **argv)
{
  int one = 1, sum, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i <= MANY; i++) {
    MPI_Op op = rank && i == MANY ? MPI_MAX : MPI_SUM;
    MPI_Reduce(&one, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
