/* One Put of n bytes that shares nothing: o + latency + bytes/bandwidth, then
 * the acknowledgement; as a timed event and as a flow, the same.
 *
 * mpich: no (simulated times)
 * run: np=2 options="--platform tests/platforms/times.xml"
 * run: np=2 options="--platform tests/platforms/times.xml --network fluid"
 * run: np=2 options="--platform tests/platforms/times.xml --network latency"
 * stdout: ok
 */
#include "times.h"

static char buffer[4 << 20];

static void put(MPI_Win win, int bytes)
{
  watch_start();
  MPI_Put(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
  MPI_Win_flush_local(1, win);
  watch_expect("put, local", O_PUT + bytes / BANDWIDTH);
  MPI_Win_flush(1, win);

  watch_start();
  MPI_Put(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
  MPI_Win_flush(1, win);
  watch_expect("put", O_PUT + L + bytes / BANDWIDTH + ACK * L);
}

static void get(MPI_Win win, int bytes)
{
  watch_start();
  MPI_Get(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
  MPI_Win_flush(1, win);
  watch_expect("get", O_GET + 2 * L + bytes / BANDWIDTH);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(sizeof buffer);
  MPI_Win_lock_all(0, win);
  if (world_rank() == 0) {
    static const int sizes[] = {1, 8, 8192, 8193, 65536, 65537, 4 << 20};
    for (int i = 0; i < 7; i++) {
      put(win, sizes[i]);
      get(win, sizes[i]);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
