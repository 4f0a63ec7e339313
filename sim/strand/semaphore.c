/* Semaphores, and their names.
 *
 * One that has a name is the simulated host's, and gone with the run: it lies
 * at one address for all ranks, as these share theirs. Invariant: what is open
 * or has a name is in place. */
#include "pthread.h"

#include "crew.h"

#include "../rank/names.h"
#include "../rank/polls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

struct semaphore {
  unsigned value;
  struct entry *waiting;
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "room");

static void explain_semaphore(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "a semaphore");
}

static int failed(int error)
{
  errno = error;
  return -1;
}

static int sem_init_(struct semaphore *s, int shared, unsigned value)
{
  (void)shared;
  if (value > SEM_VALUE_MAX) return failed(EINVAL);
  memset(s, 0, sizeof(sem_t));
  s->value = value;
  return 0;
}

static int sem_destroy_(struct semaphore *s)
{
  crew_forget(s, 0);
  return 0;
}

static int semaphore_wait(struct semaphore *s, struct pause pause, double date)
{
  rank_meet();
  struct entry e = {.granted = {.explain = explain_semaphore}};
  crew_before_lock();
  if (s->value > 0) {
    s->value--;
    crew_found_lock(date);
  } else if (!crew_wait_lock(&s->waiting, &e, pause, date)) {
    return failed(queue_error(date));
  }
  crew_acquire(s, 0);
  return 0;
}

static int sem_wait_(struct semaphore *s)
{
  return semaphore_wait(s, PAUSE("sem_wait"), HUGE_VAL);
}

static int sem_timedwait_(struct semaphore *s, const struct timespec *t)
{
  return semaphore_wait(s, PAUSE("sem_timedwait"), date_of(CLOCK_REALTIME, t));
}

static int sem_clockwait_(struct semaphore *s, clockid_t clock,
                          const struct timespec *t)
{
  return semaphore_wait(s, PAUSE("sem_clockwait"), date_of(clock, t));
}

static int sem_trywait_(struct semaphore *s)
{
  rank_meet();
  crew_before_lock();
  if (s->value == 0) {
    crew_tried_lock(PAUSE("sem_trywait"));
    return failed(EAGAIN);
  }
  rank_poll_hit();
  s->value--;
  crew_acquire(s, 0);
  return 0;
}

static int sem_post_(struct semaphore *s)
{
  rank_meet();
  crew_release(s, 0);
  if (queue_take(&s->waiting)) return 0;
  if (s->value == SEM_VALUE_MAX) return failed(EOVERFLOW);
  s->value++;
  crew_after_lock();
  return 0;
}

static int sem_getvalue_(struct semaphore *s, int *value)
{
  rank_meet();
  *value = (int)s->value;
  return 0;
}

/* --- those that have names --- */

struct named {
  struct name name;
  int opens; /* that were not closed */
  bool unlinked;
  union {
    struct semaphore semaphore;
    sem_t room;
  };
};
static struct map hosts;

static struct name **place_of(const char **name)
{
  enum { PREFIX = 4 }; /* "sem.", which the C library puts before it */
  rank_meet();
  return name_place(&hosts, name, NAME_MAX - PREFIX);
}

static struct semaphore *make_named(struct name **at, const char *name,
                                    unsigned value)
{
  if (value > SEM_VALUE_MAX) return errno = EINVAL, NULL;
  struct named *n = xcalloc(1, sizeof *n);
  strcpy(n->name.text, name);
  n->opens = 1;
  n->semaphore.value = value;
  *at = &n->name;
  return &n->semaphore;
}

static struct semaphore *sem_open_(const char *name, int flags, ...)
{
  va_list args;
  va_start(args, flags);
  bool makes = flags & O_CREAT;
  if (makes) va_arg(args, mode_t);
  unsigned value = makes ? va_arg(args, unsigned) : 0;
  va_end(args);
  struct name **at = place_of(&name);
  if (!at) return NULL; /* SEM_FAILED */
  if (!*at && makes) return make_named(at, name, value);
  if (!*at || (makes && flags & O_EXCL))
    return errno = *at ? EEXIST : ENOENT, NULL;
  struct named *n = (struct named *)*at;
  n->opens++;
  return &n->semaphore;
}

static void free_unused(struct named *n)
{
  if (!n->unlinked || n->opens > 0) return;
  sem_destroy_(&n->semaphore);
  free(n);
}

static int sem_close_(struct semaphore *s)
{
  struct named *n =
      (struct named *)((char *)s - offsetof(struct named, semaphore));
  rank_meet();
  n->opens--;
  free_unused(n);
  return 0;
}

static int sem_unlink_(const char *name)
{
  struct name **at = place_of(&name);
  if (!at || !*at) return at ? failed(ENOENT) : -1;
  struct named *n = (struct named *)*at;
  name_take_out(at);
  n->unlinked = true;
  free_unused(n);
  return 0;
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
const struct libc_entry semaphore_table[] = {
    ROW(sem_init),      ROW(sem_destroy), ROW(sem_wait),   ROW(sem_timedwait),
    ROW(sem_clockwait), ROW(sem_trywait), ROW(sem_post),   ROW(sem_getvalue),
    ROW(sem_open),      ROW(sem_close),   ROW(sem_unlink), {NULL, NULL}};
