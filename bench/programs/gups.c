/* Random updates of a distributed table with MPI_Accumulate, completed by one
 * MPI_Win_flush_all; everybody's random numbers differ.
 *
 *   gups [UPDATES]     100 */
#include "bench.h"

enum { WORDS = 64 };

int main(int argc, char **argv)
{
  unsigned long *window;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int updates = bench_argument(argc, argv, 1, 100);
  int me = bench_rank(), ranks = bench_ranks();
  unsigned long state = bench_seed(me), one = 1;
  MPI_Win_allocate(WORDS * sizeof *window, sizeof *window, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < WORDS; i++)
    window[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < updates; i++) {
    unsigned long number = bench_draw(&state);
    int target = (int)((number >> 32) % (unsigned long)ranks);
    MPI_Accumulate(&one, 1, MPI_UNSIGNED_LONG, target, number % WORDS, 1,
                   MPI_UNSIGNED_LONG, MPI_SUM, win);
  }
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  MPI_Win_sync(win);
  unsigned long mine = 0, all;
  for (int i = 0; i < WORDS; i++)
    mine += window[i];
  MPI_Win_unlock_all(win);
  MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
  bench_report((double)ranks * updates, seconds,
               all == (unsigned long)ranks * updates);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
