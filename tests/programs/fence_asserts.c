/* Fences with every legal assertion, alone and together, keep their meaning.
 *
 * run: np=3
 * run: np=3 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, value, got;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), next = (me + 1) % n;
  int before = (me + n - 1) % n;
  MPI_Win win = int_window(2, &memory);

  for (int round = 0; round < 3; round++) {
    memory[1] = 10 * round + me; /* a store before the first fence */
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    value = 100 * round + me;
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    SAME(memory[0], 100 * round + before);
    /* Nobody puts in the next epoch, all get. */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, win);
    MPI_Get(&got, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    SAME(got, 10 * round + next);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
