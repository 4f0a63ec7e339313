/* A loop that waits and looks at the processor's flags does not find that it is
 * stepped through, and is known to wait.
 *
 * run: np=2 twice=1
 * stdout: ok
 */
#include "check.h"

#include <time.h>
#include <x86intrin.h>

enum { TRAP_FLAG = 0x100, TIMES = 20 };

int main(int argc, char **argv)
{
  const struct timespec nap = {0, 1000000};
  const int one = 1;
  int *flag;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *flag, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < TIMES; i++) {
    unsigned long long flags = 0;
    *flag = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 0) {
      nanosleep(&nap, NULL);
      MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
    } else {
      while (!*(volatile int *)flag) {
        unsigned long long now = __readeflags();
        __writeeflags(now);
        flags |= now;
      }
    }
    CHECK(!(flags & TRAP_FLAG));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
