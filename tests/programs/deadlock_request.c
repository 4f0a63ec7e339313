/* A deadlock of ranks that wait for requests names the calls that started them,
 * of persistent ones each time anew.
 *
 * run: np=3 exit=122
 * stderr: rank 0 at deadlock_request.c:19: MPI_Wait waits for a message from rank 1 with tag 5 in MPI_COMM_WORLD (MPI_Irecv at deadlock_request.c:18)
 * stderr: rank 1 at deadlock_request.c:24: MPI_Waitall waits for rank 2 to receive its message with tag 6 in MPI_COMM_WORLD (MPI_Start at deadlock_request.c:23), and 1 more
 * stderr: rank 2 at deadlock_request.c:27: MPI_Wait waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Ibarrier (MPI_Ibarrier at deadlock_request.c:26)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 0, other = 0, rank;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, r);
    MPI_Wait(r, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Ssend_init(&value, 1, MPI_INT, 2, 6, MPI_COMM_WORLD, r);
    MPI_Irecv(&other, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, r + 1);
    MPI_Start(r);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else {
    MPI_Ibarrier(MPI_COMM_WORLD, r);
    MPI_Wait(r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
