/* Who has slept for as long as the others' polls are waited for does what comes
 * then, though that begins with a poll: that is no deadlock. One of so many
 * lengths ends just when the polls are judged.
 *
 * run: np=2 options="--ppn 2 --patience 0.002"
 * stdout: ok
 * mpich: no (--patience)
 */
#include "check.h"

#include <sched.h>
#include <time.h>

enum { TIMES = 60, FIRST = 200000 - 2500, STEP = 100 }; /* nanoseconds */

int main(int argc, char **argv)
{
  MPI_Win window;
  MPI_Aint size;
  int unit;
  volatile int *flag;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(sizeof *flag, sizeof *flag, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &window);
  MPI_Win_shared_query(window, 0, &size, &unit, &flag);
  MPI_Win_lock_all(0, window);
  if (world_rank() == 0) *flag = 0;
  for (int i = 0; i < TIMES; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 1) {
      nanosleep(&(struct timespec){.tv_nsec = FIRST + i * STEP}, NULL);
      MPI_Win_sync(window);
      *flag = i + 1;
    } else {
      while (*flag == i)
        sched_yield();
    }
    CHECK(*flag == i + 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  report();
  MPI_Finalize();
  return 0;
}
