/* A shared counter on rank 0, taken by everybody with MPI_Fetch_and_op and
 * MPI_Win_flush under MPI_Win_lock_all.
 *
 *   fetch [TIMES]     20 */
#include "bench.h"

int main(int argc, char **argv)
{
  long *window, one = 1, got = -1, before;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int times = bench_argument(argc, argv, 1, 20);
  int me = bench_rank(), ranks = bench_ranks(), right = 1;
  MPI_Win_allocate(me == 0 ? sizeof *window : 0, sizeof *window, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window, &win);
  MPI_Win_lock_all(0, win);
  if (me == 0) {
    *window = 0;
    MPI_Win_sync(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < times; i++) {
    before = got;
    MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    right = right && got > before;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  MPI_Win_unlock_all(win);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    right = right && *window == (long)ranks * times;
    MPI_Win_unlock(0, win);
  }
  bench_report((double)ranks * times, seconds, right);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
