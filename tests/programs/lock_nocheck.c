/* MPI_MODE_NOCHECK: locks that the program has made safe itself work as others,
 * with the data complete after the unlock.
 *
 * run: np=4
 * run: np=4 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, got;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), next = (me + 1) % n;
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, MPI_MODE_NOCHECK, win);
  MPI_Put(&me, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_unlock(next, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_flush(next, win);
  SAME(got, me);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(memory[0], (me + n - 1) % n);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
