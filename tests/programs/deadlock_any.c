/* A wait for one of several requests waits for any of them: so no cycle leads
 * through it.
 *
 * run: np=3 exit=122
 * report: oriel: deadlock at 0.000000000 s: 3 of 3 ranks wait, and nothing can happen any more
 * report:   rank 0 at deadlock_any.c:19: MPI_Waitany waits for a message from rank 1 with tag 1 in MPI_COMM_WORLD (MPI_Irecv at deadlock_any.c:17), or 1 more
 * report:   ranks 1-2 at deadlock_any.c:21: MPI_Recv waits for a message from rank 0 with tag 0 in MPI_COMM_WORLD
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[2], rank, which;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Irecv(&value[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[0]);
  if (rank == 0) MPI_Irecv(&value[1], 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &r[1]);
  if (rank == 0) MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
  if (rank > 0)
    MPI_Recv(&value[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
