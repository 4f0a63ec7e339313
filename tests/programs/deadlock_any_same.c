/* A wait for one of several requests that only one rank can complete waits for
 * that rank: a cycle leads through it.
 *
 * run: np=2 exit=122
 * report: oriel: deadlock at 0.000000000 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at deadlock_any_same.c:20: MPI_Waitany waits for a message from rank 1 with tag 1 in MPI_COMM_WORLD (MPI_Irecv at deadlock_any_same.c:18), or 1 more
 * report:   rank 1 at deadlock_any_same.c:22: MPI_Recv waits for a message from rank 0 with tag 0 in MPI_COMM_WORLD
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[2], rank, which;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Irecv(&value[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[0]);
  if (rank == 0) MPI_Irecv(&value[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &r[1]);
  if (rank == 0) MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
  if (rank > 0)
    MPI_Recv(&value[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
