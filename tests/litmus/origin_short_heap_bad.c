/* A get into a block that is far too short: what the block has no room for goes
 * nowhere, so that the heap behind it is left as it was, and the run goes on.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Get that is too short (2 times)
 * report:   MPI_Get     by rank 0 at origin_short_heap_bad.c:26 (writes bytes [0, 40000) of memory allocated at origin_short_heap_bad.c:25, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 10000, WORDS = 50000 };

int main(int argc, char **argv)
{
  int rank, *memory, *here;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < WORDS; i++)
    memory[i] = 0x41414141;
  MPI_Win_fence(0, win);
  here = malloc(2 * sizeof *here);
  MPI_Get(here, COUNT, MPI_INT, 1 - rank, 0, COUNT, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (here[1] != 0x41414141) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  free(here);
  MPI_Finalize();
}
