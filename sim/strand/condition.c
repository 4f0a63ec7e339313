/* Condition variables and barriers.
 *
 * A signal goes to the longest waiting strand; there are no spurious wakes. */
#include "pthread.h"

#include "crew.h"

#include "../rank/polls.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

_Static_assert(sizeof(struct condition) <= CONDITION_SIZE, "room");
_Static_assert(sizeof(pthread_cond_t) == CONDITION_SIZE, "room");

static void explain_condition(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "a signal");
  explain_whom_beside();
}

/* Nobody can signal between the unlock and the wait: no other strand runs. But
 * the unlock may meet the clock, so it is met before. */
int condition_wait(struct condition *c, struct mutex *m, struct pause pause,
                   double date)
{
  if (isnan(date)) return EINVAL;
  rank_meet();
  int error = mutex_unlock(m);
  if (error) return error;
  struct entry e = {.granted = {.explain = explain_condition, .about = c}};
  bool signalled = queue_wait(&c->waiting, &e, pause, date);
  if (signalled) crew_acquire(c, 0);
  error = mutex_lock(m, pause, HUGE_VAL);
  return error ? error : signalled ? 0 : ETIMEDOUT;
}

static int pthread_cond_init_(struct condition *c, const pthread_condattr_t *a)
{
  memset(c, 0, sizeof(pthread_cond_t));
  if (a) pthread_condattr_getclock(a, &c->clock);
  return 0;
}

static int pthread_cond_destroy_(struct condition *c)
{
  crew_forget(c, 0);
  return c->waiting ? EBUSY : 0;
}

static int pthread_cond_wait_(struct condition *c, struct mutex *m)
{
  return condition_wait(c, m, PAUSE("pthread_cond_wait"), HUGE_VAL);
}

static int pthread_cond_timedwait_(struct condition *c, struct mutex *m,
                                   const struct timespec *t)
{
  return condition_wait(c, m, PAUSE("pthread_cond_timedwait"),
                        date_of(c->clock, t));
}

static int pthread_cond_clockwait_(struct condition *c, struct mutex *m,
                                   clockid_t clock, const struct timespec *t)
{
  return condition_wait(c, m, PAUSE("pthread_cond_clockwait"),
                        date_of(clock, t));
}

int condition_signal(struct condition *c)
{
  rank_meet();
  crew_release(c, 0);
  queue_take(&c->waiting);
  return 0;
}

int condition_broadcast(struct condition *c)
{
  rank_meet();
  crew_release(c, 0);
  queue_take_all(&c->waiting);
  return 0;
}

/* --- barriers --- */

struct barrier {
  unsigned count, arrived;
  struct entry *waiting;
  unsigned round; /* how often all have come */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "room");

static void explain_barrier(const struct counter *c, char *text, size_t size)
{
  const struct barrier *b = c->about;
  unsigned missing = b->count - b->arrived;
  snprintf(text, size, "%u more thread%s at a barrier", missing,
           missing == 1 ? "" : "s");
  explain_whom_beside();
}

static int pthread_barrier_init_(struct barrier *b,
                                 const pthread_barrierattr_t *a, unsigned count)
{
  (void)a;
  if (count == 0) return EINVAL;
  memset(b, 0, sizeof(pthread_barrier_t));
  b->count = count;
  return 0;
}

static int pthread_barrier_destroy_(struct barrier *b)
{
  return b->arrived ? EBUSY : 0;
}

static int pthread_barrier_wait_(struct barrier *b)
{
  rank_meet();
  unsigned round = b->round;
  crew_meet(b, round, (int)b->count);
  if (++b->arrived == b->count) {
    b->arrived = 0;
    b->round++;
    queue_take_all(&b->waiting);
    crew_acquire(b, round);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  struct entry e = {.granted = {.explain = explain_barrier, .about = b}};
  queue_wait(&b->waiting, &e, PAUSE("pthread_barrier_wait"), HUGE_VAL);
  crew_acquire(b, round);
  return 0;
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
const struct libc_entry condition_table[] = {
    ROW(pthread_cond_init),
    ROW(pthread_cond_destroy),
    ROW(pthread_cond_wait),
    ROW(pthread_cond_timedwait),
    ROW(pthread_cond_clockwait),
    {"pthread_cond_signal", condition_signal},
    {"pthread_cond_broadcast", condition_broadcast},
    ROW(pthread_barrier_init),
    ROW(pthread_barrier_destroy),
    ROW(pthread_barrier_wait),
    {NULL, NULL}};
