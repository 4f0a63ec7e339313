/* Two ranks that both receive first: the report names whom each waits for.
 *
 * run: np=2 exit=122
 * stderr: a message from rank 1 with tag 7 in MPI_COMM_WORLD
 * stderr: a message from rank 0 with tag 7 in MPI_COMM_WORLD
 * mpich: no, it waits for ever
 */
#include "check.h"

int main(int argc, char **argv)
{
  int x = 0, other;
  MPI_Init(&argc, &argv);
  other = 1 - world_rank();
  MPI_Recv(&x, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&x, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
