/* 20 increments per rank, each a loop of compare-and-swap, are 20n in all.
 *
 * run: np=8 twice=1
 * run: np=8 options="--protocol message --progress thread"
 * run: np=100
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, now = 0, next, before;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 20; i++)
    for (;;) {
      next = now + 1;
      MPI_Compare_and_swap(&next, &now, &before, MPI_INT, 0, 0, win);
      MPI_Win_flush(0, win);
      int swapped = before == now;
      now = swapped ? next : before;
      if (swapped) break;
    }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    SAME(memory[0], 20 * world_size());
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
