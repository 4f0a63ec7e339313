/* A message into a block far too short overwrites the heap behind it, and
 * what Oriel has there: the run ends, with the report all the same.
 *
 * run: np=2 options="--check" exit=123
 * stderr: oriel: buf of MPI_Recv that is too short
 * stderr:   MPI_Recv    by rank 0 at receive_short_heap_bad.c:24 (writes bytes [0, 40000) of memory allocated at receive_short_heap_bad.c:19, which has 8)
 * stderr:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
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
