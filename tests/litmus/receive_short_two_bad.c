/* What two blocks that are too short have no room for is no memory that their
 * calls share: there is no conflict, wherever the blocks lie.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Irecv that is too short
 * report:   MPI_Irecv   by rank 0 at receive_short_two_bad.c:29 (writes bytes [0, 400) of memory allocated at receive_short_two_bad.c:27, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Irecv that is too short
 * report:   MPI_Irecv   by rank 0 at receive_short_two_bad.c:30 (writes bytes [0, 400) of memory allocated at receive_short_two_bad.c:27, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Isend that is too short
 * report:   MPI_Isend   by rank 0 at receive_short_two_bad.c:31 (reads bytes [0, 40) of memory allocated at receive_short_two_bad.c:27, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 100, EMPTY = 10 };

int main(int argc, char **argv)
{
  int rank, *here[3], sent[COUNT] = {0};
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++)
    here[i] = calloc(2, sizeof *here[i]);
  if (rank == 0) {
    MPI_Irecv(here[0], COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(here[1], COUNT, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(here[2], EMPTY, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(sent, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(sent, COUNT, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(sent, EMPTY, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 3; i++)
    free(here[i]);
  MPI_Finalize();
}
