/* A rank that polls its window with plain loads sees a remote put at its date,
 * and not before.
 *
 * mpich: no (loads do not serve others there)
 * run: np=2 twice=1
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, value = 1;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (world_rank() == 0) {
    usleep(100000);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    volatile int *flag = memory;
    while (!*flag)
      ;
    CHECK(MPI_Wtime() - start > 0.09);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
