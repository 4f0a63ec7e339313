/* A rank that polls with MPI_Test for a message that nobody sends hangs, and is
 * reported as such.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 1" twice=1
 * stderr: rank 1
 * stderr: MPI_Test
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (world_rank() == 1) {
    int never, flag = 0;
    MPI_Request request;
    MPI_Irecv(&never, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    while (!flag)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
