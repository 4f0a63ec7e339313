/* Shared locks of one target are held together: each rank waits, inside its
 * lock, until all others are inside theirs.
 *
 * run: np=5
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, inside = 0, one = 1;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  while (inside < world_size()) {
    MPI_Fetch_and_op(NULL, &inside, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock(0, win);
  SAME(inside, world_size());
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
