/* A rank that polls until a clock says so goes on by itself, however long that
 * takes. Where it takes longer than the patience of the user, which counts
 * polls, the report says that a clock is read, and what to do.
 *
 * mpich: no (it would poll for 10 s)
 * run: np=2 exit=122 options="--patience 1" twice=1
 * stderr: 2 of 2 ranks wait, and nothing new comes for very long
 * stderr: rank 0 at patience_clock.c:27: MPI_Test finds nothing, again and again, and a clock is read between; it asks for a message from rank 1 with tag 1
 * stderr: Such loops are told of after --patience 1. If one ends by itself, at a date or after so many rounds, let it go on: --patience 10.
 * run: np=2 options="--patience 10"
 * stdout: ok
 */
#include "check.h"

#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value = 0, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    double end = MPI_Wtime() + 10;
    while (!done && MPI_Wtime() < end)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    CHECK(!done);
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
