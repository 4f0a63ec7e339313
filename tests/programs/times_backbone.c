/* Four puts between disjoint pairs of hosts share a backbone, all of it: those
 * that take turns there are two at a time where one would not fill it. What
 * hosts have that no rank is on does not count.
 *
 * mpich: no (simulated times)
 * run: np=8 options="--platform tests/platforms/backbone.xml" args="hybrid"
 * run: np=8 options="--platform tests/platforms/backbone.xml --network fluid" args="fluid"
 * stdout: ok
 */
#include "times.h"

enum { SEGMENT = 65536, BYTES = 16 * SEGMENT };

#define ROUTE 1.1e-6
#define BACKBONE 20e9

static char buffer[BYTES];

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(BYTES);
  int me = world_rank();
  double bytes = 4.0 * BYTES;
  /* The last two segments of 0 and 1 are before those of 2 and 3. */
  if (!strcmp(argv[1], "hybrid") && me < 2) bytes -= 2 * SEGMENT;
  MPI_Win_lock_all(0, win);
  watch_start_together();
  if (me < 4) {
    MPI_Put(buffer, BYTES, MPI_BYTE, me + 4, 0, BYTES, MPI_BYTE, win);
    MPI_Win_flush(me + 4, win);
    watch_expect("put", O_PUT + ROUTE + bytes / BACKBONE + ACK * ROUTE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
