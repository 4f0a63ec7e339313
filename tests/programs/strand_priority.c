/* A thread is told the policy and priority that it was given, and those that it
 * makes have them, too; they change nothing else.
 *
 * stdout: ok
 * run: np=2 twice=1
 * mpich: no (priorities of SCHED_FIFO need rights there)
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void is(int policy, int priority)
{
  int found = -1;
  struct sched_param p = {.sched_priority = -1};
  CHECK(pthread_getschedparam(pthread_self(), &found, &p) == 0);
  SAME(found, policy);
  SAME(p.sched_priority, priority);
}

static void *inherits(void *arg)
{
  is(SCHED_FIFO, 9);
  return arg;
}

static void *is_explicit(void *arg)
{
  is(SCHED_OTHER, 0);
  return arg;
}

static void *sets(void *arg)
{
  pthread_t t, self = pthread_self();
  struct sched_param p = {.sched_priority = 7};
  is(SCHED_OTHER, 0);
  CHECK(pthread_setschedparam(self, SCHED_FIFO, &p) == 0);
  is(SCHED_FIFO, 7);
  CHECK(pthread_setschedprio(self, 9) == 0);
  CHECK(pthread_setschedprio(self, 1000) == EINVAL);
  CHECK(pthread_setschedparam(self, SCHED_OTHER, &p) == EINVAL);
  CHECK(pthread_setschedparam(self, 1000, &p) == EINVAL);
  is(SCHED_FIFO, 9);
  CHECK(pthread_create(&t, NULL, inherits, NULL) == 0);
  pthread_join(t, NULL);
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
  CHECK(pthread_create(&t, &a, is_explicit, NULL) == 0);
  pthread_join(t, NULL);
  pthread_attr_destroy(&a);
  return arg;
}

int main(int argc, char **argv)
{
  pthread_t t;
  MPI_Init(&argc, &argv);
  CHECK(pthread_create(&t, NULL, sets, NULL) == 0);
  pthread_join(t, NULL);
  is(SCHED_OTHER, 0);
  int code = report();
  MPI_Finalize();
  return code;
}
