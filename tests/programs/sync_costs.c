/* Lock, unlock and flush take the time of the messages that they stand for, and
 * more to another host than to oneself.
 *
 * mpich: no (host time)
 * run: np=2
 * run: np=2 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"

/* Times of a lock, a put with its flush, and an unlock. */
static void measure(MPI_Win win, int target, double times[3])
{
  int value = 1;
  double start = MPI_Wtime();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  double locked = MPI_Wtime();
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
  double flushed = MPI_Wtime();
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  times[0] = locked - start;
  times[1] = flushed - locked;
  times[2] = MPI_Wtime() - flushed;
}

int main(int argc, char **argv)
{
  int *memory;
  double self[3], other[3];
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  if (world_rank() == 0) {
    measure(win, 0, self);
    measure(win, 1, other);
    for (int i = 0; i < 3; i++) {
      CHECK(other[i] > 1e-7);
      CHECK(other[i] > self[i]);
    }
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
