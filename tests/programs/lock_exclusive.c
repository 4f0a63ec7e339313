/* Exclusive locks exclude: get, add, put by many ranks loses nothing, at
 * several targets, oneself included. Nobody starves.
 *
 * run: np=2
 * run: np=6 twice=1
 * run: np=6 options="--protocol message --progress thread"
 * run: np=6 options="--order late"
 * run: np=60
 * stdout: ok
 */
#include "check.h"

enum { ROUNDS = 8 };

static void add_one(MPI_Win win, int target)
{
  int value;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
  value++;
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win win = int_window(1, &memory);
  for (int round = 0; round < ROUNDS; round++) {
    add_one(win, 0);
    add_one(win, n - 1);
    add_one(win, (me + round) % n);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  int here = memory[0], all;
  MPI_Win_unlock(me, win);
  MPI_Allreduce(&here, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  SAME(all, 3 * ROUNDS * n);
  CHECK(me == 0 || me == n - 1 || here == ROUNDS);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
