/* Locks are granted in the order in which they are asked for: later shared ones
 * do not overtake a waiting exclusive one, so nobody starves; shared ones that
 * wait next to one another are granted together.
 *
 * mpich: no (MPI leaves the order open)
 * run: np=6 twice=1
 * run: np=6 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

enum { TICKET, INSIDE };

int main(int argc, char **argv)
{
  int *memory, one = 1, minus = -1, ticket, inside = 0;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  MPI_Win win = int_window(2, &memory);
  /* Rank 0 holds, 1 waits exclusively, 2 and 3 shared, 4 exclusively, 5
   * shared; each asks 100 us after the one before. */
  int kind =
      me == 2 || me == 3 || me == 5 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
  usleep(100 * me);
  MPI_Win_lock(kind, 0, 0, win);
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, TICKET, MPI_SUM, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, INSIDE, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  usleep(me == 0 ? 2000 : 200);
  MPI_Fetch_and_op(NULL, &inside, MPI_INT, 0, INSIDE, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  usleep(200);
  MPI_Accumulate(&minus, 1, MPI_INT, 0, INSIDE, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(0, win);
  if (me == 2 || me == 3)
    CHECK(ticket == 2 || ticket == 3);
  else
    SAME(ticket, me);
  SAME(inside, me == 2 || me == 3 ? 2 : 1);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
