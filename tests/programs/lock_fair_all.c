/* The shared lock that an operation in an epoch of MPI_Win_lock_all asks for does
 * not overtake an exclusive one that waits.
 *
 * mpich: no (MPI leaves the order open)
 * run: np=3
 * run: np=3 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, one = 1, ticket;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  MPI_Win win = int_window(1, &memory);
  /* Rank 0 has a shared lock, 1 waits for an exclusive one, 2 comes last. */
  usleep(100 * me);
  if (me == 1)
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  else
    MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (me == 0) usleep(1000);
  if (me == 1)
    MPI_Win_unlock(0, win);
  else
    MPI_Win_unlock_all(win);
  SAME(ticket, me);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
