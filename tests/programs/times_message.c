/* One-sided operations emulated over messages: the reference ratios of small
 * ones to the one-way latency M of a message (sender, wire, receiver).
 *
 * mpich: no (simulated times)
 * run: np=2 options="--platform tests/platforms/times.xml --protocol message"
 * stdout: ok
 */
#include "times.h"

/* A message, or notice, is taken by the receiver's CPU; what comes back to the
 * origin is taken by its interface. */
#define WIRE (L + 8 / BANDWIDTH)
#define THERE (L + O_RECV)
/* Of a lock, a flush, an unlock: a notice there and back. */
#define NOTICE (O_SEND + THERE + L)
#define FETCH (WIRE + O_RECV + 8 / COMBINE + WIRE)

static void operations(MPI_Win win)
{
  long x = 0, old;
  watch_start();
  MPI_Put(&x, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
  MPI_Win_flush_local(1, win);
  watch_expect("put, local", O_PUT); /* it was copied */
  MPI_Win_flush(1, win);

  /* The notice follows O_SEND behind, and waits for nothing. */
  watch_start();
  MPI_Put(&x, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
  MPI_Win_flush(1, win);
  watch_expect("put, flush", O_PUT + WIRE + 2 * O_RECV + L);
  watch_start();
  MPI_Get(&x, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
  MPI_Win_flush(1, win);
  watch_expect("get, flush", O_GET + THERE + WIRE + NOTICE);
  watch_start();
  MPI_Win_flush(1, win);
  watch_expect("a second flush", 1e-7); /* a poll: nothing was issued */
  watch_start();
  MPI_Fetch_and_op(&x, &old, MPI_LONG, 1, 0, MPI_SUM, win);
  MPI_Win_flush(1, win);
  watch_expect("fetch_and_op, flush", O_ACC + FETCH + NOTICE);
  watch_start();
  MPI_Compare_and_swap(&x, &x, &old, MPI_LONG, 1, 0, win);
  MPI_Win_flush(1, win); /* two values travel there */
  watch_expect("compare_and_swap, flush",
               O_ACC + THERE + 16 / BANDWIDTH + WIRE + NOTICE);
}

/* An unlock flushes nothing before: its release is the notice. */
static void locked(MPI_Win win)
{
  long x = 0, old;
  watch_start();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Get_accumulate(&x, 1, MPI_LONG, &old, 1, MPI_LONG, 1, 0, 1, MPI_LONG,
                     MPI_SUM, win);
  MPI_Win_unlock(1, win);
  watch_expect("lock, get_accumulate, unlock", NOTICE + O_ACC + FETCH + NOTICE);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(8);
  if (world_rank() == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    operations(win);
    MPI_Win_unlock(1, win);
    locked(win);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
