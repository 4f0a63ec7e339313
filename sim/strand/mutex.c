/* Mutexes and read-write locks.
 *
 * First in, first out: who unlocks hands over to the longest waiting strand.
 * Readers pass unless a writer holds the lock, as in the C library, so that a
 * thread may read-lock twice; where a lock prefers writers, they let those pass
 * that wait. Invariant: nobody waits for a mutex without an owner, nor to read
 * what no writer holds or waits for. */
#include "pthread.h"

#include "crew.h"

#include "../rank/polls.h"
#include "../../model/memory.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "room");

/* "thread 2", or "thread 0 of rank 1" where that is not the rank that waits:
 * ranks may share memory. */
static const char *holder_of(const struct counter *c,
                             const struct strand *holder)
{
  static char text[64];
  const struct entry *e = container_of(c, struct entry, granted);
  int n = snprintf(text, sizeof text, "thread %d", holder->number);
  explain_whom_strand(holder);
  if (holder->rank == e->strand->rank) return text;
  snprintf(text + n, sizeof text - n, " of rank %d", holder->rank->id);
  return text;
}

static bool owner_has_ended(const struct mutex *m)
{
  return m->owner->idle || m->owner->uses != m->use;
}

static void explain_mutex(const struct counter *c, char *text, size_t size)
{
  const struct mutex *m = c->about;
  snprintf(text, size, "a mutex that %s %s", holder_of(c, m->owner),
           owner_has_ended(m) ? "held when it ended" : "holds");
}

static bool is_mine(const struct mutex *m)
{
  return m->owner == self->strand && m->use == self->strand->uses;
}

static void give(struct mutex *m, struct strand *to)
{
  m->owner = to;
  m->use = to ? to->uses : 0;
  m->depth = to ? 1 : 0;
}

/* Lock a mutex that the caller has already. */
static int lock_again(struct mutex *m)
{
  if (m->kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  m->depth++;
  return 0;
}

int mutex_lock(struct mutex *m, struct pause pause, double date)
{
  rank_meet();
  if (is_mine(m) && m->kind != PTHREAD_MUTEX_NORMAL &&
      m->kind != PTHREAD_MUTEX_ADAPTIVE_NP)
    return lock_again(m);
  struct entry e = {.granted = {.explain = explain_mutex, .about = m}};
  crew_before_lock();
  if (!m->owner) {
    give(m, self->strand);
    crew_found_lock(date);
  } else if (!crew_wait_lock(&m->waiting, &e, pause, date)) {
    return queue_error(date);
  }
  crew_acquire(m, 0);
  return 0;
}

/* A trial in vain takes the time of a poll, so that a loop of them ends. */
int mutex_try(struct mutex *m, struct pause pause)
{
  rank_meet();
  if (is_mine(m) && m->kind == PTHREAD_MUTEX_RECURSIVE) return lock_again(m);
  crew_before_lock();
  if (m->owner) {
    crew_tried_lock(pause);
    return EBUSY;
  }
  rank_poll_hit();
  give(m, self->strand);
  crew_acquire(m, 0);
  return 0;
}

int mutex_unlock(struct mutex *m)
{
  rank_meet();
  if (!is_mine(m) && (m->kind == PTHREAD_MUTEX_ERRORCHECK ||
                      m->kind == PTHREAD_MUTEX_RECURSIVE || !m->owner))
    return EPERM;
  if (--m->depth > 0) return 0;
  crew_replace(m, 0);
  struct entry *next = queue_take(&m->waiting);
  give(m, next ? next->strand : NULL);
  if (!next) crew_after_lock();
  return 0;
}

static int pthread_mutex_init_(struct mutex *m, const pthread_mutexattr_t *a)
{
  memset(m, 0, sizeof(pthread_mutex_t));
  if (a) pthread_mutexattr_gettype(a, &m->kind);
  return 0;
}

static int pthread_mutex_destroy_(struct mutex *m)
{
  if (!m->owner) crew_forget(m, 0);
  return m->owner ? EBUSY : 0;
}

static int pthread_mutex_lock_(struct mutex *m)
{
  return mutex_lock(m, PAUSE("pthread_mutex_lock"), HUGE_VAL);
}

static int pthread_mutex_timedlock_(struct mutex *m, const struct timespec *t)
{
  return mutex_lock(m, PAUSE("pthread_mutex_timedlock"),
                    date_of(CLOCK_REALTIME, t));
}

static int pthread_mutex_clocklock_(struct mutex *m, clockid_t clock,
                                    const struct timespec *t)
{
  return mutex_lock(m, PAUSE("pthread_mutex_clocklock"), date_of(clock, t));
}

/* --- read-write locks: a writer comes after all, a reader after writers --- */

struct rwlock {
  struct strand *writer;
  struct entry *waiting; /* by kind: WRITE or READ */
  int readers;
  int unused[7];
  int preference; /* PTHREAD_RWLOCK_..., where static initialisers put it */
};
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "room");
_Static_assert(offsetof(struct rwlock, preference) ==
                   offsetof(pthread_rwlock_t, __data.__flags),
               "place");

enum { READ, WRITE };

static void explain_rwlock(const struct counter *c, char *text, size_t size)
{
  const struct rwlock *l = c->about;
  if (l->writer)
    snprintf(text, size, "a read-write lock that %s has for writing",
             holder_of(c, l->writer));
  else
    snprintf(text, size, "a read-write lock with %d reader%s", l->readers,
             l->readers == 1 ? "" : "s");
  if (!l->writer) explain_whom_beside();
}

static void rwlock_taken(const struct rwlock *l, int kind)
{
  crew_acquire(l, WRITE);
  if (kind == WRITE) crew_acquire(l, READ);
}

static bool prefers_writers(const struct rwlock *l)
{
  return l->preference == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static bool rwlock_take(struct rwlock *l, int kind)
{
  bool hinders = kind == WRITE
                     ? l->readers > 0
                     : prefers_writers(l) && queue_has(l->waiting, WRITE);
  if (l->writer || hinders) return false;
  if (kind == WRITE)
    l->writer = self->strand;
  else
    l->readers++;
  rwlock_taken(l, kind);
  return true;
}

static void rwlock_let_read(struct rwlock *l)
{
  l->readers += queue_take_kind(&l->waiting, READ);
}

/* One does not wait any more. Was it the writer that readers let pass? */
static void rwlock_given_up(struct rwlock *l)
{
  if (!l->writer && !queue_has(l->waiting, WRITE)) rwlock_let_read(l);
}

static int rwlock_lock(struct rwlock *l, int kind, struct pause pause,
                       double date)
{
  rank_meet();
  if (l->writer == self->strand) return EDEADLK;
  crew_before_lock();
  if (rwlock_take(l, kind)) {
    crew_found_lock(date);
    return 0;
  }
  struct entry e = {.granted = {.explain = explain_rwlock, .about = l},
                    .kind = kind};
  if (!crew_wait_lock(&l->waiting, &e, pause, date)) {
    rwlock_given_up(l);
    return queue_error(date);
  }
  rwlock_taken(l, kind);
  return 0;
}

static int rwlock_try(struct rwlock *l, int kind, struct pause pause)
{
  rank_meet();
  crew_before_lock();
  if (rwlock_take(l, kind)) {
    rank_poll_hit();
    return 0;
  }
  crew_tried_lock(pause);
  return EBUSY;
}

/* The first that waits, or the first writer; with a reader all that wait. */
static void rwlock_grant(struct rwlock *l)
{
  const struct entry *first = queue_oldest(l->waiting);
  bool reads = !prefers_writers(l) && first && first->kind == READ;
  struct entry *writer = reads ? NULL : queue_take_first(&l->waiting, WRITE);
  if (writer)
    l->writer = writer->strand;
  else
    rwlock_let_read(l);
}

static int pthread_rwlock_unlock_(struct rwlock *l)
{
  rank_meet();
  if (!l->writer && l->readers == 0) return EPERM;
  if (l->writer) {
    crew_replace(l, WRITE);
    l->writer = NULL;
  } else {
    crew_release(l, READ);
    l->readers--;
  }
  if (!l->readers) rwlock_grant(l);
  crew_after_lock();
  return 0;
}

static int pthread_rwlock_init_(struct rwlock *l, const pthread_rwlockattr_t *a)
{
  memset(l, 0, sizeof(pthread_rwlock_t));
  if (a) pthread_rwlockattr_getkind_np(a, &l->preference);
  return 0;
}

static int pthread_rwlock_destroy_(struct rwlock *l)
{
  crew_forget(l, WRITE);
  crew_forget(l, READ);
  return l->writer || l->readers ? EBUSY : 0;
}

static int pthread_rwlock_rdlock_(struct rwlock *l)
{
  return rwlock_lock(l, READ, PAUSE("pthread_rwlock_rdlock"), HUGE_VAL);
}

static int pthread_rwlock_wrlock_(struct rwlock *l)
{
  return rwlock_lock(l, WRITE, PAUSE("pthread_rwlock_wrlock"), HUGE_VAL);
}

static int pthread_rwlock_timedrdlock_(struct rwlock *l,
                                       const struct timespec *t)
{
  return rwlock_lock(l, READ, PAUSE("pthread_rwlock_timedrdlock"),
                     date_of(CLOCK_REALTIME, t));
}

static int pthread_rwlock_timedwrlock_(struct rwlock *l,
                                       const struct timespec *t)
{
  return rwlock_lock(l, WRITE, PAUSE("pthread_rwlock_timedwrlock"),
                     date_of(CLOCK_REALTIME, t));
}

static int pthread_rwlock_clockrdlock_(struct rwlock *l, clockid_t clock,
                                       const struct timespec *t)
{
  return rwlock_lock(l, READ, PAUSE("pthread_rwlock_clockrdlock"),
                     date_of(clock, t));
}

static int pthread_rwlock_clockwrlock_(struct rwlock *l, clockid_t clock,
                                       const struct timespec *t)
{
  return rwlock_lock(l, WRITE, PAUSE("pthread_rwlock_clockwrlock"),
                     date_of(clock, t));
}

static int pthread_mutex_trylock_(struct mutex *m)
{
  return mutex_try(m, PAUSE("pthread_mutex_trylock"));
}

static int pthread_rwlock_tryrdlock_(struct rwlock *l)
{
  return rwlock_try(l, READ, PAUSE("pthread_rwlock_tryrdlock"));
}

static int pthread_rwlock_trywrlock_(struct rwlock *l)
{
  return rwlock_try(l, WRITE, PAUSE("pthread_rwlock_trywrlock"));
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
const struct libc_entry mutex_table[] = {ROW(pthread_mutex_init),
                                         ROW(pthread_mutex_destroy),
                                         ROW(pthread_mutex_lock),
                                         ROW(pthread_mutex_timedlock),
                                         ROW(pthread_mutex_clocklock),
                                         ROW(pthread_mutex_trylock),
                                         {"pthread_mutex_unlock", mutex_unlock},
                                         ROW(pthread_rwlock_init),
                                         ROW(pthread_rwlock_destroy),
                                         ROW(pthread_rwlock_rdlock),
                                         ROW(pthread_rwlock_wrlock),
                                         ROW(pthread_rwlock_timedrdlock),
                                         ROW(pthread_rwlock_timedwrlock),
                                         ROW(pthread_rwlock_clockrdlock),
                                         ROW(pthread_rwlock_clockwrlock),
                                         ROW(pthread_rwlock_tryrdlock),
                                         ROW(pthread_rwlock_trywrlock),
                                         ROW(pthread_rwlock_unlock),
                                         {NULL, NULL}};
