/* Lock, put, unlock, each time with another random target, exclusively.
 *
 *   lock [TIMES [BYTES]]     20 times, 8 bytes */
#include "bench.h"

int main(int argc, char **argv)
{
  char *window;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int times = bench_argument(argc, argv, 1, 20);
  int bytes = bench_argument(argc, argv, 2, 8);
  int me = bench_rank(), ranks = bench_ranks();
  unsigned long state = bench_seed(me);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  char *message = malloc(bytes);
  memset(message, me, bytes);
  memset(window, me, bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < times; i++) {
    int target = (int)((bench_draw(&state) >> 32) % (unsigned long)ranks);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Put(message, bytes, MPI_CHAR, target, 0, bytes, MPI_CHAR, win);
    MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  int right = bench_filled(window, bytes, *window); /* of one origin */
  MPI_Win_unlock(me, win);
  bench_report((double)ranks * times, seconds, right);
  free(message);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
