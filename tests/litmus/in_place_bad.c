/* Calls that replace what is in their buffer begin while another one uses it: no
 * other buffer would do.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Irecv      by rank 0 at in_place_bad.c:26, not yet complete
 * report:   MPI_Iallreduce by rank 0 at in_place_bad.c:27
 * report:   Nothing orders them. MPI_Waitall at in_place_bad.c:30 comes too late; move the MPI_Iallreduce after it. [MPI-4.1 3.7.2]
 * report: oriel: conflict in `y` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Irecv             by rank 0 at in_place_bad.c:32, not yet complete
 * report:   MPI_Isendrecv_replace by rank 0 at in_place_bad.c:33
 * report:   Nothing orders them. MPI_Waitall at in_place_bad.c:36 comes too late; move the MPI_Isendrecv_replace after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, other, one = 1, x = 0, y = 0;
  MPI_Request r[2];
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(w, &rank);
  other = 1 - rank;

  MPI_Irecv(&x, 1, MPI_INT, other, 0, w, &r[0]);
  MPI_Iallreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, w, &r[1]);

  MPI_Send(&one, 1, MPI_INT, other, 0, w);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);

  MPI_Irecv(&y, 1, MPI_INT, other, 0, w, &r[0]);
  MPI_Isendrecv_replace(&y, 1, MPI_INT, other, 1, other, 1, w, &r[1]);

  MPI_Send(&one, 1, MPI_INT, other, 0, w);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
