/* pthread_create and what concerns whole threads.
 *
 * Attributes are the C library's own objects, and only read. Cancellation is
 * refused by name. */
#include "pthread.h"

#include "crew.h"
#include "thread.h"

#include "../rank/polls.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

const struct libc_entry *const pthread_tables[] = {
    pthread_table, mutex_table,  condition_table, words_table,
    futex_table,   c11_table,    cxx_table,       semaphore_table,
    leave_table,   manner_table, process_table,   NULL};

double date_of(clockid_t clock, const struct timespec *t)
{
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return NAN;
  bool is_time = t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
  return is_time ? libc_date(clock, t) : NAN;
}

/* --- life --- */

/* 0 where the program leaves the size open: the rank's own. */
static size_t stack_of(const pthread_attr_t *a)
{
  pthread_attr_t standard;
  size_t size = 0, usual = 0;
  if (!a || pthread_attr_getstacksize(a, &size)) return 0;
  if (pthread_getattr_default_np(&standard) == 0) {
    pthread_attr_getstacksize(&standard, &usual);
    pthread_attr_destroy(&standard);
  }
  return size == usual ? 0 : size;
}

static int pthread_create_(unsigned long *id, const pthread_attr_t *a,
                           void *(*start)(void *), void *arg)
{
  int detached = PTHREAD_CREATE_JOINABLE;
  if (a) pthread_attr_getdetachstate(a, &detached);
  int error = thread_new(id, stack_of(a), detached == PTHREAD_CREATE_DETACHED,
                         start, arg, __builtin_return_address(0));
  struct thread *t = error ? NULL : thread_find(*id);
  if (a && t) manner_set(&t->manner, a);
  return error;
}

static int pthread_join_(unsigned long id, void **value)
{
  return thread_join(id, value, PAUSE("pthread_join"), HUGE_VAL);
}

/* Without a time there is no limit. */
static int pthread_timedjoin_np_(unsigned long id, void **value,
                                 const struct timespec *t)
{
  return thread_join(id, value, PAUSE("pthread_timedjoin_np"),
                     t ? date_of(CLOCK_REALTIME, t) : HUGE_VAL);
}

static int pthread_clockjoin_np_(unsigned long id, void **value,
                                 clockid_t clock, const struct timespec *t)
{
  return thread_join(id, value, PAUSE("pthread_clockjoin_np"),
                     t ? date_of(clock, t) : HUGE_VAL);
}

static int pthread_tryjoin_np_(unsigned long id, void **value)
{
  int error = thread_join(id, value, PAUSE("pthread_tryjoin_np"), 0);
  return error == ETIMEDOUT ? EBUSY : error;
}

static int pthread_detach_(unsigned long id)
{
  return thread_detach(id);
}

static unsigned long pthread_self_(void)
{
  return thread_self()->id;
}

static int pthread_equal_(unsigned long a, unsigned long b)
{
  return a == b;
}

static int sched_yield_(void)
{
  strand_poll(PAUSE("sched_yield"));
  return 0;
}

/* --- what a thread is --- */

/* False: it has none, or has not begun. */
static bool stack_is(unsigned long id, void **low, void **high)
{
  const struct thread *t = thread_running(id);
  *high = NULL;
  if (t && t->strand->context) engine_stack(t->strand->context, low, high);
  return *high;
}

static int pthread_getattr_np_(unsigned long id, pthread_attr_t *a)
{
  void *low, *high;
  if (!thread_running(id)) return ESRCH;
  if (!stack_is(id, &low, &high)) rank_yield();
  if (!stack_is(id, &low, &high)) return ESRCH;
  int error = pthread_attr_init(a);
  if (!error)
    error = pthread_attr_setstack(a, low, (size_t)((char *)high - (char *)low));
  if (!error && thread_running(id)->detached)
    error = pthread_attr_setdetachstate(a, PTHREAD_CREATE_DETACHED);
  return error;
}

/* Those of all threads run like the rest. */
static int pthread_getcpuclockid_(unsigned long id, clockid_t *clock)
{
  if (!thread_running(id)) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

/* --- without effect --- */

static int accept_anything(void)
{
  return 0;
}

/* One of two, 0 or 1; `before`: what it was. */
static int set_mode(int *mode, int to, int *before)
{
  if (to != 0 && to != 1) return EINVAL;
  if (before) *before = *mode;
  *mode = to;
  return 0;
}

static int pthread_setcancelstate_(int state, int *before)
{
  return set_mode(&thread_self()->cancel_state, state, before);
}

static int pthread_setcanceltype_(int type, int *before)
{
  return set_mode(&thread_self()->cancel_type, type, before);
}

static int pthread_getconcurrency_(void)
{
  return 0;
}

static int pthread_setname_np_(unsigned long id, const char *name)
{
  struct thread *t = thread_find(id);
  if (strlen(name) >= THREAD_NAME) return ERANGE;
  if (!t) return ESRCH;
  memset(t->name, 0, sizeof t->name);
  memcpy(t->name, name, strlen(name));
  return 0;
}

static int pthread_getname_np_(unsigned long id, char *name, size_t size)
{
  struct thread *t = thread_find(id);
  if (!t) return ESRCH;
  if (size < THREAD_NAME) return ERANGE;
  memcpy(name, t->name, strlen(t->name) + 1);
  return 0;
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
#define ACCEPTED(name)                                                         \
  {                                                                            \
#name, accept_anything                                                     \
  }
const struct libc_entry pthread_table[] = {ROW(pthread_create),
                                           ROW(pthread_join),
                                           ROW(pthread_timedjoin_np),
                                           ROW(pthread_clockjoin_np),
                                           ROW(pthread_tryjoin_np),
                                           ROW(pthread_detach),
                                           ROW(pthread_self),
                                           ROW(pthread_equal),
                                           ROW(pthread_getattr_np),
                                           ROW(pthread_getcpuclockid),
                                           ROW(sched_yield),
                                           {"pthread_yield", sched_yield_},
                                           ROW(pthread_setcancelstate),
                                           ROW(pthread_setcanceltype),
                                           ACCEPTED(pthread_testcancel),
                                           ACCEPTED(pthread_setconcurrency),
                                           ROW(pthread_setname_np),
                                           ROW(pthread_getconcurrency),
                                           ROW(pthread_getname_np),
                                           {NULL, NULL}};
