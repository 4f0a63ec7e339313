/* An exclusive lock that is asked for while a shared one is held waits for its
 * release; so does a shared one while an exclusive one is held.
 *
 * run: np=3 twice=1
 * run: np=3 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

/* Rank 1 holds rank 0 with the first kind of lock, tells rank 2, works for a
 * while and stores a value; rank 2 asks with the second kind and must see it.
 */
static void hold_and_ask(int first, int second, int value, MPI_Win win)
{
  int me = world_rank(), seen = -1;
  if (me == 1) {
    MPI_Win_lock(first, 0, 0, win);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Send(&value, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    usleep(200000);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  } else if (me == 2) {
    MPI_Recv(&value, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double start = MPI_Wtime();
    MPI_Win_lock(second, 0, 0, win);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(MPI_Wtime() - start > 0.19);
    SAME(seen, value);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  hold_and_ask(MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE, 11, win);
  hold_and_ask(MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED, 12, win);
  hold_and_ask(MPI_LOCK_EXCLUSIVE, MPI_LOCK_EXCLUSIVE, 13, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
