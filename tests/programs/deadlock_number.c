/* A member that is in an earlier barrier than the others has not come to
 * theirs.
 *
 * run: np=5 exit=122
 * run: np=5 exit=122 options="--coll=model"
 * stderr: ranks 0-1, 4 at deadlock_number.c:18: MPI_Barrier waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Barrier
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, x = 0;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 2) MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
  if (rank != 2) MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
  if (rank == 2) MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
