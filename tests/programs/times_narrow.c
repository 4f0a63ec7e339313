/* A route that is narrowest in its middle, and overheads that grow with size:
 * which bandwidth, and which bytes, each formula of docs/timing.md means.
 *
 * mpich: no (simulated times)
 * run: np=2 options="--platform tests/platforms/narrow.xml" args="hybrid"
 * run: np=2 options="--platform tests/platforms/narrow.xml --network fluid" args="fluid"
 * run: np=2 options="--platform tests/platforms/narrow.xml --network latency" args="latency"
 * stdout: ok
 */
#include "times.h"

#include <stdbool.h>
#include <string.h>

enum { LONGS = 100000, SIZES = 4 };

#define ROUTE 1.73e-6 /* latency, that of the interfaces included */
#define RETURN (0.3 * ROUTE)
#define FIRST 10e9
#define NARROW 2e9
#define EACH 3.7e-8 /* an atomic */

static const int longs[SIZES] = {1, 124, 1000, LONGS};
static long mine[LONGS], fetched[LONGS];
static const char *network;

static double o_put(double n)
{
  return n < 1000 ? 1e-6 + n * 1e-10 : 2e-6 + n * 3e-10;
}

static double o_acc(double n)
{
  return 3.3e-6 + n * 4e-10;
}

/* A flow leaves as fast as it arrives. */
static double injected(double n)
{
  bool flow = strcmp(network, "hybrid") ? strcmp(network, "latency") : n > 8192;
  return n / (flow ? NARROW : FIRST);
}

static void measure(MPI_Win win, int count)
{
  double n = 8.0 * count, there = ROUTE + n / NARROW;
  watch_start();
  MPI_Put(mine, count, MPI_LONG, 1, 0, count, MPI_LONG, win);
  MPI_Win_flush_local(1, win);
  watch_expect("put, local", o_put(n) + injected(n));
  MPI_Win_flush(1, win);
  watch_start();
  MPI_Put(mine, count, MPI_LONG, 1, 0, count, MPI_LONG, win);
  MPI_Win_flush(1, win);
  watch_expect("put", o_put(n) + there + RETURN);
  watch_start();
  MPI_Get(fetched, count, MPI_LONG, 1, 0, count, MPI_LONG, win);
  MPI_Win_flush(1, win);
  watch_expect("get", 2.1e-6 + n * 2e-10 + ROUTE + there);
  watch_start();
  MPI_Accumulate(mine, count, MPI_LONG, 1, 0, count, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush(1, win);
  watch_expect("accumulate", o_acc(n) + there + count * EACH + RETURN);
  watch_start();
  MPI_Get_accumulate(NULL, 0, MPI_LONG, fetched, count, MPI_LONG, 1, 0, count,
                     MPI_LONG, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  watch_expect("atomic get", o_acc(n) + ROUTE + there + count * EACH);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  network = argc > 1 ? argv[1] : "hybrid";
  MPI_Win win = time_window(sizeof mine);
  if (world_rank() == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    for (int i = 0; i < SIZES; i++)
      measure(win, longs[i]);
    watch_start();
    MPI_Put(mine, 0, MPI_LONG, 1, 0, 0, MPI_LONG, win);
    watch_expect("a put of nothing", 0);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
