/* A message into a block far too short: what the block has no room for goes
 * nowhere, so that the heap behind it is left as it was, and the run goes on.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Recv that is too short
 * report:   MPI_Recv    by rank 0 at receive_short_heap_bad.c:24 (writes bytes [0, 40000) of memory allocated at receive_short_heap_bad.c:19, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 10000 };

int main(int argc, char **argv)
{
  int rank, *here, *sent;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  here = malloc(2 * sizeof *here);
  sent = malloc(COUNT * sizeof *sent);
  for (int i = 0; i < COUNT; i++)
    sent[i] = 0x41414141;
  if (rank == 0)
    MPI_Recv(here, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(sent, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  free(sent);
  free(here);
  MPI_Finalize();
}
