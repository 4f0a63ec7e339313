/* One rank calls a fence less than the others: they wait for ever.
 *
 * mpich: no (it would hang)
 * run: np=4 exit=122 twice=1
 * stderr: deadlock
 * stderr: MPI_Win_fence
 * stderr: deadlock_fence.c:21
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_fence(0, win);
  if (world_rank() == 3) {
    int never;
    MPI_Recv(&never, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
