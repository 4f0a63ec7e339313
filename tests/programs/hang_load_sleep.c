/* A rank looks for a flag that nobody sets, and sleeps between its looks: no
 * call of MPI, and time goes on.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 0.05" args="usleep" twice=1
 * stderr: oriel: deadlock at
 * stderr:   rank 0 at hang_load_sleep.c:37: MPI_Win_free waits for rank 1
 * stderr:   rank 1 at hang_load_sleep.c:23: usleep, again and again
 * run: np=2 exit=122 options="--patience 0.05" args="clock"
 * stderr:   rank 1 at hang_load_sleep.c:21: clock_nanosleep, again and again
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "check.h"
#include <time.h>
#include <unistd.h>

static void nap(int by_clock)
{
  if (by_clock)
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 100000}, NULL);
  else
    usleep(100);
}

int main(int argc, char **argv)
{
  int *flag;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1)
    while (!*(volatile int *)flag)
      nap(!strcmp(argv[1], "clock"));
  MPI_Win_free(&win);
  MPI_Finalize();
}
