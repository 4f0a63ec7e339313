/* Atomics: 2 latencies and the interface's time per element; accumulates that
 * the interface does not cover are combined in software.
 *
 * mpich: no (simulated times)
 * run: np=2 options="--platform tests/platforms/times.xml"
 * stdout: ok
 */
#include "times.h"

enum { N = 100 };

static void covered(MPI_Win win)
{
  long one = 1, old, in[N] = {0};
  watch_start();
  MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, win);
  MPI_Win_flush(1, win);
  watch_expect("fetch_and_op", O_ACC + 2 * L + 2 * 8 / BANDWIDTH + ATOMIC);

  watch_start();
  MPI_Compare_and_swap(&one, &one, &old, MPI_LONG, 1, 0, win);
  MPI_Win_flush(1, win);
  watch_expect("compare_and_swap",
               O_ACC + 2 * L + (16 + 8) / BANDWIDTH + ATOMIC);

  watch_start();
  MPI_Accumulate(in, N, MPI_LONG, 1, 0, N, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush(1, win);
  watch_expect("accumulate",
               O_ACC + (1 + ACK) * L + N * 8 / BANDWIDTH + N * ATOMIC);
}

static void software(MPI_Win win)
{
  static long double in[N], out[N];
  int bytes = (int)sizeof in;
  watch_start();
  MPI_Accumulate(in, N, MPI_LONG_DOUBLE, 1, 0, N, MPI_LONG_DOUBLE, MPI_SUM,
                 win);
  MPI_Win_flush(1, win);
  watch_expect("software accumulate",
               O_ACC + (1 + ACK) * L + bytes / BANDWIDTH + bytes / COMBINE);
  watch_start();
  MPI_Get_accumulate(in, N, MPI_LONG_DOUBLE, out, N, MPI_LONG_DOUBLE, 1, 0, N,
                     MPI_LONG_DOUBLE, MPI_SUM, win);
  MPI_Win_flush(1, win);
  watch_expect("software get_accumulate",
               O_ACC + 2 * L + 2 * bytes / BANDWIDTH + bytes / COMBINE);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(N * sizeof(long double));
  MPI_Win_lock_all(0, win);
  if (world_rank() == 0) covered(win);
  if (world_rank() == 0) software(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
