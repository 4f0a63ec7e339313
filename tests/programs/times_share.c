/* Two puts of n bytes that share the target's link. `fluid` gives each half of
 * it. `hybrid` lets small ones pass one after the other, and large ones take
 * turns by segments of 64 KiB, so that the first ends one segment early.
 *
 * mpich: no
 * run: np=3 args="latency" options="--platform tests/platforms/times.xml --network latency"
 * run: np=3 args="fluid" options="--platform tests/platforms/times.xml --network fluid"
 * run: np=3 args="hybrid" options="--platform tests/platforms/times.xml"
 * stdout: ok
 */
#include "times.h"

enum { SEGMENT = 65536 };

static char buffer[16 * SEGMENT];

/* Bytes that have crossed the shared link when the put of `rank`, 1 or 2, is
 * over. */
static double bytes_before(const char *network, int rank, int n)
{
  if (!strcmp(network, "latency")) return n;
  if (!strcmp(network, "fluid")) return 2.0 * n;
  if (rank == 2) return 2.0 * n;
  return n <= 8192 ? n : 2.0 * n - SEGMENT;
}

static void share(MPI_Win win, const char *network, int n)
{
  int me = world_rank();
  double gap = 0;
  watch_start_together();
  if (me == 0) return;
  MPI_Put(buffer, n, MPI_BYTE, 0, 0, n, MPI_BYTE, win);
  MPI_Win_flush(0, win);
  /* A small message occupies the interface for a gap at least. */
  if (!strcmp(network, "hybrid") && me == 2 && n / BANDWIDTH < GAP)
    gap = GAP - n / BANDWIDTH;
  watch_expect("shared put", O_PUT + L + gap +
                                 bytes_before(network, me, n) / BANDWIDTH +
                                 ACK * L);
}

int main(int argc, char **argv)
{
  static const int sizes[] = {8, 4096, SEGMENT, 2 * SEGMENT, 16 * SEGMENT};
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(sizeof buffer);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 5; i++)
    share(win, argv[1], sizes[i]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
