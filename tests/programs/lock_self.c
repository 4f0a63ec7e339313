/* A lock of one's own memory is held when the call returns, so that loads and
 * stores are safe: nobody's exclusive epoch falls between them.
 *
 * run: np=4
 * run: np=4 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win win = int_window(2, &memory);
  for (int round = 0; round < 5; round++) {
    int next = (me + 1) % n, pair[2] = {me, me};
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(pair, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Put(pair + 1, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
    int first = memory[0];
    memory[0] = -5;
    usleep(10);
    SAME(memory[1], first);
    SAME(memory[0], -5);
    memory[1] = -5;
    MPI_Win_unlock(me, win);
  }
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
