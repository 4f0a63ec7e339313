/* Win_lock_all against exclusive locks, in both orders: neither sees the
 * other's half-done work, whichever came first; and the queue is fair, so that
 * readers who come later do not starve a writer.
 *
 * mpich: no (relies on simulated time)
 * run: np=4 twice=1
 * run: np=4 options="--protocol message --progress thread"
 * run: np=4 options="--protocol message --cost eager=0"
 * run: np=4 options="--order early"
 * run: np=4 options="--order late"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

static MPI_Win win;
static int me, n;

/* Rank 1 holds rank 0 exclusively for a millisecond, the others come with
 * lock_all in the meantime. */
static void exclusive_first(void)
{
  int half = 1, whole = 2, seen[2] = {0, 0};
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&half, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    usleep(1000);
    MPI_Put(&whole, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  } else if (me > 1) {
    usleep(300);
    MPI_Win_lock_all(0, win);
    MPI_Get(seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    SAME(seen[0], 2);
    MPI_Get(seen + 1, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    SAME(seen[1], 2);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* The others hold all for a millisecond; rank 1 asks for exclusive access. */
static void shared_first(void)
{
  int value, three = 3;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me > 1) {
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    SAME(value, 2);
    usleep(1000);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    SAME(value, 2);
  } else if (me == 1) {
    usleep(300);
    double begin = MPI_Wtime();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&three, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(MPI_Wtime() - begin > 6e-4);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 reads its own part under lock_all with plain loads: rank 1's writer
 * must be kept out, and rank 0 waits for a writer that came first. */
static void own_part(int *memory)
{
  int first = 10, second = 11;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    usleep(100);
    MPI_Win_lock_all(0, win);
    SAME(memory[0], 11);
    usleep(1000);
    SAME(memory[0], 11);
    MPI_Win_unlock_all(win);
  } else if (me == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    usleep(500);
    MPI_Put(&second, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  } else if (me == 2) {
    usleep(1000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) SAME(memory[0], 10);
}

/* Readers that renew their shared locks all the time do not keep a writer
 * waiting for ever. */
static void fair(void)
{
  int value, stop = 0, one = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) {
    usleep(50);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  } else if (me > 1) {
    int turns = 0;
    usleep(me == 3 ? 5 : 0); /* their epochs overlap */
    while (!stop && turns++ < 1000) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
      MPI_Win_flush(0, win);
      stop = value;
      usleep(10);
      MPI_Win_unlock(0, win);
    }
    CHECK(stop);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Accumulates under lock_all by all, with a writer in between. */
static void count(int *memory)
{
  int one = 1, old = -1, value;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 20; i++) {
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, i % n, 2, MPI_SUM, win);
    MPI_Accumulate(&one, 1, MPI_INT, (i + me) % n, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (me + i) % n, 0, win);
    MPI_Get(&value, 1, MPI_INT, (me + i) % n, 2, 1, MPI_INT, win);
    MPI_Win_flush((me + i) % n, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, (me + i) % n, 2, 1, MPI_INT, win);
    MPI_Win_unlock((me + i) % n, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int sum;
  MPI_Allreduce(&memory[2], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  SAME(sum, 3 * 20 * n);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  win = int_window(3, &memory);
  exclusive_first();
  shared_first();
  own_part(memory);
  fair();
  count(memory);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
