/* A sleep that nothing cuts short leaves alone what would say how much is left:
 * a program may have it written where the time is, and sleep as long again.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <threads.h>
#include <time.h>

enum { TIMES = 4, PART = 500000000 };

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int by_nanosleep(struct timespec *t)
{
  return nanosleep(t, t);
}

static int by_clock(struct timespec *t)
{
  return clock_nanosleep(CLOCK_REALTIME, 0, t, t);
}

static int by_c11(struct timespec *t)
{
  return thrd_sleep(t, t);
}

int main(int argc, char **argv)
{
  int (*const sleeps[])(struct timespec *) = {by_nanosleep, by_clock, by_c11};
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; i++) {
    struct timespec part = {0, PART};
    double start = seconds();
    for (int k = 0; k < TIMES; k++)
      CHECK(sleeps[i](&part) == 0);
    CHECK(seconds() - start > 0.99 * TIMES * 1e-9 * PART);
    CHECK(part.tv_sec == 0 && part.tv_nsec == PART);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
