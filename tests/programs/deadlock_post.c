/* An origin starts towards a target that never posts.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 twice=1
 * run: np=2 exit=122 options="--order late"
 * stderr: deadlock
 * stderr: deadlock_post.c:
 * stderr: rank 0
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, value = 1, one = 1;
  MPI_Group world, target;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &one, &target);
  if (world_rank() == 0) {
    MPI_Win_start(target, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    puts("not reached");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
