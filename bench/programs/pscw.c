/* A ring with post, start, complete, wait: in each epoch every rank puts a
 * message to the next one.
 *
 *   pscw [EPOCHS [BYTES]]     20 epochs, 1,024 bytes */
#include "bench.h"

#include <string.h>

static MPI_Group group_of(int rank)
{
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &one);
  MPI_Group_free(&world);
  return one;
}

int main(int argc, char **argv)
{
  char *window;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int epochs = bench_argument(argc, argv, 1, 20);
  int bytes = bench_argument(argc, argv, 2, 1024);
  int me = bench_rank(), ranks = bench_ranks();
  int next = (me + 1) % ranks, last = (me + ranks - 1) % ranks;
  MPI_Group to = group_of(next), from = group_of(last);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  char *message = malloc(bytes);

  double start = MPI_Wtime();
  int right = 1;
  for (int epoch = 0; epoch < epochs; epoch++) {
    memset(message, me + epoch, bytes);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(message, bytes, MPI_CHAR, next, 0, bytes, MPI_CHAR, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    right = right && window[bytes - 1] == (char)(last + epoch);
  }
  double seconds = MPI_Wtime() - start;
  bench_report((double)ranks * epochs, seconds, right);
  free(message);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
