/* To be preloaded: SIGPROF, which makes the simulator look at who runs, comes
 * in each run after another while, of 20 to 200 us of real time. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static timer_t timer;

static void arm(void)
{
  enum { LEAST_NS = 20000, MORE_NS = 180000 };
  unsigned random;
  if (getrandom(&random, sizeof random, 0) != sizeof random) abort();
  long ns = LEAST_NS + random % MORE_NS;
  struct itimerspec every = {{0, ns}, {0, ns}};
  timer_settime(timer, 0, &every, NULL);
}

__attribute__((constructor)) static void begin(void)
{
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                           .sigev_signo = SIGPROF};
  event._sigev_un._tid = gettid();
  signal(SIGPROF, SIG_IGN); /* until the simulator handles it */
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) abort();
  arm();
}
