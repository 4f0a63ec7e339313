/* Plain stores to a shared window are seen by a rank that polls them with
 * plain loads, in both directions; and lock_all of a shared window waits for
 * an exclusive lock of any part, since loads ask nobody.
 *
 * run: np=2 options="--ppn 2" twice=1
 * run: np=2 options="--ppn 2 --protocol message"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

static volatile int *shared; /* rank 0's part, as all see it */

static void ping_pong(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    usleep(1000);
    shared[0] = 1;
    while (shared[1] == 0)
      ;
    CHECK(shared[1] == 7);
  } else {
    while (shared[0] == 0)
      ;
    shared[1] = 7;
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void lock_all_waits(MPI_Win win)
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    shared[2] = 1; /* nobody may see this */
    usleep(1000);
    shared[2] = 2;
    MPI_Win_unlock(0, win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(100);
    MPI_Win_lock_all(0, win);
    CHECK(shared[2] == 2);
    MPI_Win_unlock_all(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int *base, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(world_rank() == 0 ? 64 : 0, sizeof(int),
                          MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);
  shared = base;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  ping_pong();
  MPI_Win_unlock_all(win);
  lock_all_waits(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
