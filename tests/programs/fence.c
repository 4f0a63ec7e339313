/* A ring under fence: each epoch puts to the next rank, gets from the one
 * before and adds to a common cell; the closing fence makes all three visible.
 *
 * run: np=1
 * run: np=2
 * run: np=5 twice=1
 * run: np=5 options="--protocol message --progress weak"
 * run: np=5 options="--order late"
 * run: np=200
 * stdout: ok
 */
#include "check.h"

enum { PUT, SUM, OWN, WORDS, EPOCHS = 4 };

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  int next = (me + 1) % n, before = (me + n - 1) % n;
  MPI_Win win = int_window(WORDS, &memory);
  MPI_Win_fence(0, win);
  for (int epoch = 1; epoch <= EPOCHS; epoch++) {
    memory[OWN] = 1000 * epoch + me;
    MPI_Win_fence(0, win);
    int value = 100 * epoch + me, got = -1, one = 1;
    MPI_Put(&value, 1, MPI_INT, next, PUT, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, before, OWN, 1, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, SUM, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    SAME(memory[PUT], 100 * epoch + before);
    SAME(got, 1000 * epoch + before);
    if (me == 0) SAME(memory[SUM], n * epoch);
    MPI_Win_fence(0, win); /* all have looked */
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
