/* A rank that polls its window by loads for what nobody will put hangs, and is
 * reported as such.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 1" twice=1
 * stderr: rank 1
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock_all(0, win);
  if (world_rank() == 1)
    while (!*(volatile int *)memory)
      ;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
