/* One rank ends, the other waits for it in a barrier.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000001480 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at collective_finalize_bad.c:21: MPI_Finalize waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Finalize
 * report:   rank 1 at collective_finalize_bad.c:20: MPI_Barrier waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Barrier
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on MPI_COMM_WORLD
 * report:   MPI_Finalize by rank 0 at collective_finalize_bad.c:21
 * report:   MPI_Barrier  by rank 1 at collective_finalize_bad.c:20
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
