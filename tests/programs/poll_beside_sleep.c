/* Who sleeps once, or works in steps that sleep, goes on some time, however
 * long others poll meanwhile. Who sleeps in a loop that waits does not.
 *
 * mpich: no (some of them would hang)
 * run: np=2 args="once" options="--patience 0.01"
 * stdout: ok
 * run: np=2 args="steps" options="--patience 0.01"
 * stdout: ok
 * run: np=2 args="yields" options="--patience 0.01"
 * stdout: ok
 * run: np=2 args="loop" options="--patience 0.01" exit=122 twice=1
 * stderr: poll_beside_sleep.c:36: usleep, again and again
 * run: np=2 args="counts" options="--patience 0.01" exit=122
 * stderr: poll_beside_sleep.c:39: usleep, again and again
 */
#define _DEFAULT_SOURCE
#include "check.h"

#include <sched.h>
#include <unistd.h>

enum { STEPS = 10, YIELDS = 3000 };
static volatile int comes;

static void sleep_so(const char *how)
{
  if (*how == 'o') usleep(20000);
  for (int i = 0; *how == 's' && i < STEPS; i++)
    usleep(2000);
  if (*how == 'y') {
    for (int i = 0; i < YIELDS; i++)
      sched_yield();
    usleep(20000);
  }
  while (*how == 'l' && !comes)
    usleep(100);
  long rounds = 0;
  for (; *how == 'c' && !comes && rounds >= 0; rounds++)
    usleep(20);
}

int main(int argc, char **argv)
{
  int found = 0, looks = 0;
  MPI_Init(&argc, &argv);
  if (world_rank() == 0) {
    sleep_so(argv[1]);
    MPI_Send(&looks, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    for (; !found; looks++) /* what it counts makes each look another */
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(&found, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(MPI_Wtime() > 0.02 && looks > 0);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
