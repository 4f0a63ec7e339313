/* The flushes: after flush the target has it, after flush_local the origin's
 * buffer is free and a get's result is there, for one target or all.
 *
 * run: np=4 twice=1
 * run: np=4 options="--protocol message --progress weak"
 * run: np=4 options="--order late"
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;

static int get(int target, int at)
{
  int value = -1;
  MPI_Get(&value, 1, MPI_INT, target, at, 1, MPI_INT, win);
  MPI_Win_flush_local(target, win); /* completes the get, too */
  return value;
}

static void put(int target, int at, const int *value)
{
  MPI_Put(value, 1, MPI_INT, target, at, 1, MPI_INT, win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  win = int_window(2 * n, &memory);
  MPI_Win_lock_all(0, win);

  /* Every rank has its own word at every target. */
  for (int t = 0; t < n; t++) {
    int value = 10 * me + t;
    put(t, me, &value);
    MPI_Win_flush(t, win);
    SAME(get(t, me), 10 * me + t);
  }
  int values[16];
  for (int t = 0; t < n; t++) {
    values[t] = 50 + me;
    put(t, me, &values[t]);
  }
  MPI_Win_flush_all(win);
  for (int t = 0; t < n; t++)
    SAME(get(t, me), 50 + me);

  /* The buffer may change after flush_local. */
  int next = (me + 1) % n, value = 60 + me;
  put(next, me, &value);
  MPI_Win_flush_local(next, win);
  value = -1;
  put(me, n + me, &value);
  MPI_Win_flush_local_all(win);
  value = -2;
  MPI_Win_flush_all(win);
  SAME(get(next, me), 60 + me);
  SAME(get(me, n + me), -1);

  /* Flushed and told by message: the target may look. */
  int before = (me + n - 1) % n;
  MPI_Sendrecv(NULL, 0, MPI_INT, next, 0, NULL, 0, MPI_INT, before, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  SAME(memory[before], 60 + before);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
