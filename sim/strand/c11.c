/* The threads of C11, on those of POSIX: the objects are the same. */
#include "pthread.h"

#include "crew.h"
#include "thread.h"

#include "../rank/polls.h"
#include "../rank/rank.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <threads.h>

static int result_of(int error)
{
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

/* An int comes back in a register that also holds a pointer; its upper half
 * is nobody's. */
static int thrd_create_(unsigned long *id, int (*start)(void *), void *arg)
{
  return result_of(thread_new(id, 0, false, (void *(*)(void *))(void *)start,
                              arg, __builtin_return_address(0)));
}

static int thrd_join_(unsigned long id, int *value)
{
  void *result;
  int error = thread_join(id, &result, PAUSE("thrd_join"), HUGE_VAL);
  if (!error && value) *value = (int)(intptr_t)result;
  return result_of(error);
}

static int thrd_detach_(unsigned long id)
{
  return result_of(thread_detach(id));
}

static void thrd_exit_(int value)
{
  thread_leave((void *)(intptr_t)value, PAUSE("thrd_exit"));
}

static unsigned long thrd_current_(void)
{
  return thread_self()->id;
}

static int thrd_equal_(unsigned long a, unsigned long b)
{
  return a == b;
}

static int thrd_sleep_(const struct timespec *t, struct timespec *rest)
{
  (void)rest; /* as nanosleep() */
  if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= 1000000000) return -2;
  rank_sleep((double)t->tv_sec + (double)t->tv_nsec * 1e-9,
             PAUSE("thrd_sleep"));
  return 0;
}

static void thrd_yield_(void)
{
  strand_poll(PAUSE("thrd_yield"));
}

static int mtx_init_(struct mutex *m, int type)
{
  memset(m, 0, sizeof *m);
  m->kind =
      type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
  return thrd_success;
}

static void mtx_destroy_(struct mutex *m)
{
  crew_forget(m, 0);
}

static int mtx_lock_(struct mutex *m)
{
  return result_of(mutex_lock(m, PAUSE("mtx_lock"), HUGE_VAL));
}

static int mtx_timedlock_(struct mutex *m, const struct timespec *t)
{
  return result_of(
      mutex_lock(m, PAUSE("mtx_timedlock"), date_of(CLOCK_REALTIME, t)));
}

static int mtx_trylock_(struct mutex *m)
{
  return result_of(mutex_try(m, PAUSE("mtx_trylock")));
}

static int mtx_unlock_(struct mutex *m)
{
  return result_of(mutex_unlock(m));
}

static int cnd_init_(struct condition *c)
{
  memset(c, 0, CONDITION_SIZE);
  return thrd_success;
}

static void cnd_destroy_(struct condition *c)
{
  crew_forget(c, 0);
}

static int cnd_wait_(struct condition *c, struct mutex *m)
{
  return result_of(condition_wait(c, m, PAUSE("cnd_wait"), HUGE_VAL));
}

static int cnd_timedwait_(struct condition *c, struct mutex *m,
                          const struct timespec *t)
{
  return result_of(
      condition_wait(c, m, PAUSE("cnd_timedwait"), date_of(CLOCK_REALTIME, t)));
}

static int cnd_signal_(struct condition *c)
{
  condition_signal(c);
  return thrd_success;
}

static int cnd_broadcast_(struct condition *c)
{
  condition_broadcast(c);
  return thrd_success;
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
const struct libc_entry c11_table[] = {
    ROW(thrd_create),  ROW(thrd_join),     ROW(thrd_detach), ROW(thrd_exit),
    ROW(thrd_current), ROW(thrd_equal),    ROW(thrd_sleep),  ROW(thrd_yield),
    ROW(mtx_init),     ROW(mtx_destroy),   ROW(mtx_lock),    ROW(mtx_timedlock),
    ROW(mtx_trylock),  ROW(mtx_unlock),    ROW(cnd_init),    ROW(cnd_destroy),
    ROW(cnd_wait),     ROW(cnd_timedwait), ROW(cnd_signal),  ROW(cnd_broadcast),
    {NULL, NULL}};
