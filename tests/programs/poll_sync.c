/* A chain of ranks, each polling its own window with MPI_Win_sync and a load
 * until the one before it has put: the polls end at the date of the put.
 *
 * mpich: no (its MPI_Win_sync does not serve others)
 * run: np=6 twice=1
 * run: np=6 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock_all(0, win);
  double start = MPI_Wtime();
  if (me > 0)
    while (*(volatile int *)memory != me)
      MPI_Win_sync(win);
  if (me == 0) usleep(1000);
  CHECK(MPI_Wtime() - start > 1e-3);
  CHECK(MPI_Wtime() - start < 2e-3);
  if (me + 1 < world_size()) {
    int next = me + 1;
    MPI_Put(&next, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
