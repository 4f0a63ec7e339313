/* Messages that nobody receives: buffered or not, probed or not.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: message from rank 0 to rank 1, tag 3, that is never received (2 times)
 * report:   MPI_Send    by rank 0 at pending_message_bad.c:29
 * report:   Receive it before MPI_Finalize, or do not send it. [MPI-4.1 11.2.2]
 * report: oriel: message from rank 0 to rank 1, tag 4, that is never received
 * report:   MPI_Bsend   by rank 0 at pending_message_bad.c:31
 * report:   Receive it before MPI_Finalize, or do not send it. [MPI-4.1 11.2.2]
 * report: oriel: message from rank 0 to rank 1, tag 5, that is never received
 * report:   MPI_Isend   by rank 0 at pending_message_bad.c:33
 * report:   Receive it before MPI_Finalize, or do not send it. [MPI-4.1 11.2.2]
 */
#include <mpi.h>

enum { SIZE = 64 + MPI_BSEND_OVERHEAD };

int main(int argc, char **argv)
{
  static char buffer[SIZE];
  int value = 0, rank, size = SIZE;
  void *detached;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Buffer_attach(buffer, size);
  if (rank == 0) {
    for (int i = 0; i < 3; i++)
      MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    value = 1;
    MPI_Bsend(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    value = 2;
    MPI_Isend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Probe(0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Buffer_detach(&detached, &size);
  MPI_Finalize();
}
