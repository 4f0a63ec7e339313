/* A receive that waits for ever says which message is there instead: one with
 * another tag, or, if the rank that is named has sent none, from another rank.
 *
 * run: np=3 options="--check" exit=122
 * report: oriel: deadlock at 0.000002240 s: 3 of 3 ranks wait, and nothing can happen any more
 * report:   rank 0 at deadlock_tag.c:24: MPI_Finalize waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Finalize
 * report:   rank 1 at deadlock_tag.c:22: MPI_Recv waits for a message from rank 0 with tag 7 in MPI_COMM_WORLD; one with tag 5 is there
 * report:   rank 2 at deadlock_tag.c:23: MPI_Probe waits for a message from rank 1 with tag 7 in MPI_COMM_WORLD; one from rank 0 is there
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * mpich: no (it has no such report)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, x = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&x, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 2) MPI_Probe(1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
