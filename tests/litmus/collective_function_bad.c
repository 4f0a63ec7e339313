/* One rank broadcasts, the other waits in a barrier.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000001860 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at collective_function_bad.c:23: MPI_Finalize waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Finalize
 * report:   rank 1 at collective_function_bad.c:22: MPI_Barrier waits for rank 0 of MPI_COMM_WORLD to do its part of MPI_Barrier
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on MPI_COMM_WORLD
 * report:   MPI_Bcast   by rank 0 at collective_function_bad.c:21
 * report:   MPI_Barrier by rank 1 at collective_function_bad.c:22
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
