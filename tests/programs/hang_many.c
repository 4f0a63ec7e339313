/* A deadlock of many ranks is told in as many lines as one reads: behind the
 * first 32, ranks share a line if they wait at the same place, whatever for;
 * and of a line's ranks the first 16 ranges are named.
 *
 * mpich: no (it would hang)
 * run: np=48 exit=122 twice=1
 * stderr: rank 31 at hang_many.c:23: MPI_Recv waits for a message from rank 30
 * stderr: ranks 32-47 at hang_many.c:23: MPI_Recv waits
 * stderr: cycle: rank 0 -> rank 47 -> rank 46
 * run: np=48 exit=122 args="odd"
 * stderr: ranks 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, ...
 * (24 ranks) at hang_many.c:23: MPI_Recv waits for a message from rank 0
 */
#include "check.h"

int main(int argc, char **argv)
{
  int size, x;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int from =
      argc > 1 && world_rank() % 2 ? 0 : (world_rank() + size - 1) % size;
  MPI_Recv(&x, 1, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
