/* Calls that replace what is in their buffer, when it is free.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, other, one = 1, x = 0, y = 0;
  MPI_Request r;
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(w, &rank);
  other = 1 - rank;

  MPI_Irecv(&x, 1, MPI_INT, other, 0, w, &r);
  MPI_Send(&one, 1, MPI_INT, other, 0, w);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Iallreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, w, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);

  MPI_Irecv(&y, 1, MPI_INT, other, 0, w, &r);
  MPI_Send(&one, 1, MPI_INT, other, 0, w);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Isendrecv_replace(&y, 1, MPI_INT, other, 1, other, 1, w, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
