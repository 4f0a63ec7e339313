/* n origins lock one target exclusively at the same date, put and unlock: each
 * holds the lock for a put, an acknowledgement and the way of its release; the
 * next grant travels one latency.
 *
 * mpich: no (simulated times)
 * run: np=9 options="--platform tests/platforms/times.xml"
 * stdout: ok
 */
#include "times.h"

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(8);
  int me = world_rank(), n = world_size() - 1;
  char bytes[8] = {0};
  double mine = 0, all[64];
  MPI_Barrier(MPI_COMM_WORLD);
  watch_start();
  if (me > 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(bytes, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
    MPI_Win_unlock(0, win);
    mine = MPI_Wtime() - watch_begin - CLOCK;
  }
  MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  qsort(all, n + 1, sizeof *all, by_size);
  /* From grant to release: the grant's way, the put with its acknowledgement,
   * the release's way. */
  double held = L + O_PUT + L + 8 / BANDWIDTH + ACK * L + O_PUT + L;
  for (int i = 1; i <= n && me == 0; i++)
    expect_time("lock, put, unlock", all[i], O_PUT + L + i * held + ACK * L);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
