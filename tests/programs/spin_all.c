/* All ranks wait for a flag in their own memory, behind the same call: what one
 * of them was found to do there the others are soon found to do, too. (Each of
 * them by the timer took 8 ms.)
 *
 * mpich: no (a thousand processes would share the cores)
 * run: np=1000 limit=4
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *flag, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &flag, &win);
  *flag = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    for (int i = 1; i < world_size(); i++) {
      MPI_Put(&one, 1, MPI_INT, i, 0, 1, MPI_INT, win);
      MPI_Win_flush(i, win);
    }
  } else {
    while (!*(volatile int *)flag)
      continue;
    CHECK(MPI_Wtime() > 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
