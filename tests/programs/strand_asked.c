/* What a program asks of its threads, main()'s among them: where their stacks
 * are, how they are scheduled, the clocks of their time.
 *
 * stdout: ok
 * run: np=2 twice=1
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <oriel.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 300 << 10 };

static char *mine; /* a variable of the thread asked for */

static size_t stack_around(pthread_t t, const char *address)
{
  pthread_attr_t a;
  void *low;
  size_t size;
  CHECK(pthread_getattr_np(t, &a) == 0);
  CHECK(pthread_attr_getstack(&a, &low, &size) == 0);
  pthread_attr_destroy(&a);
  CHECK(!address || (address > (char *)low && address < (char *)low + size));
  return size;
}

static int is_detached(pthread_t t)
{
  pthread_attr_t a;
  int state;
  CHECK(pthread_getattr_np(t, &a) == 0);
  CHECK(pthread_attr_getdetachstate(&a, &state) == 0);
  pthread_attr_destroy(&a);
  return state == PTHREAD_CREATE_DETACHED;
}

static void ask(pthread_t t)
{
  int policy = -1;
  struct sched_param p = {.sched_priority = -1};
  clockid_t clock;
  struct timespec now;
  CHECK(pthread_getschedparam(t, &policy, &p) == 0);
  CHECK(policy == SCHED_OTHER && p.sched_priority == 0);
  CHECK(pthread_getcpuclockid(t, &clock) == 0);
  CHECK(clock_gettime(clock, &now) == 0);
}

static void *body(void *arg)
{
  char here;
  mine = &here;
  CHECK(stack_around(pthread_self(), &here) >= SIZE);
  CHECK(stack_around(*(pthread_t *)arg, arg) > SIZE);
  ask(pthread_self());
  oriel_sleep(2e-3);
  return arg;
}

/* Also before it has begun, and from outside. */
static void others(pthread_t self)
{
  pthread_attr_t a;
  pthread_t t;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, SIZE);
  CHECK(pthread_create(&t, &a, body, &self) == 0);
  size_t size = stack_around(t, NULL);
  CHECK(size >= SIZE && size < SIZE + (64 << 10));
  oriel_sleep(1e-3);
  CHECK(stack_around(t, mine) == size);
  CHECK(!is_detached(t));
  ask(t);
  CHECK(pthread_detach(t) == 0 && is_detached(t));
  oriel_sleep(2e-3);
  int policy;
  struct sched_param p;
  clockid_t clock;
  CHECK(pthread_getattr_np(t, &a) == ESRCH);
  CHECK(pthread_getschedparam(t, &policy, &p) == ESRCH);
  CHECK(pthread_getcpuclockid(t, &clock) == ESRCH);
}

static void joins(pthread_t self)
{
  pthread_t t;
  void *value;
  struct timespec now;
  pthread_create(&t, NULL, body, &self);
  clock_gettime(CLOCK_MONOTONIC, &now);
  CHECK(pthread_clockjoin_np(t, &value, CLOCK_MONOTONIC, &now) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  CHECK(pthread_clockjoin_np(t, &value, CLOCK_REALTIME, &now) == ETIMEDOUT);
  now.tv_sec += 1;
  CHECK(pthread_clockjoin_np(t, &value, CLOCK_REALTIME, &now) == 0);
  CHECK(value == &self);
  pthread_create(&t, NULL, body, &self);
  CHECK(pthread_timedjoin_np(t, NULL, NULL) == 0);
  pthread_create(&t, NULL, body, &self);
  CHECK(pthread_clockjoin_np(t, NULL, CLOCK_REALTIME, NULL) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  pthread_t self = pthread_self();
  clockid_t clock;
  CHECK(stack_around(self, (char *)&self) > SIZE);
  ask(self);
  others(self);
  joins(self);
  CHECK(clock_getcpuclockid(getpid(), &clock) == 0);
  CHECK(clock == CLOCK_PROCESS_CPUTIME_ID);
  int result = report();
  MPI_Finalize();
  return result;
}
