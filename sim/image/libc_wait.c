/* Who waits so is in a list, in the order of coming, and tries again whenever
 * the object is said to have changed. Invariant: all waits are ones that the
 * last attempt found in vain, or their strands are about to try. */
#include "libc_wait.h"

#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../rank/streams.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <time.h>

struct waiter {
  struct counter changed;
  const struct kernel_wait *wait;
  struct waiter *next;
  bool looks; /* it was woken since no rank can go on */
};
static struct waiter *waiters;
static unsigned long successes; /* of attempts */
bool libc_wait_looks;

/* --- objects --- */

uint64_t libc_wait_object(enum wait_kind kind, uint64_t a, uint64_t b)
{
  const uint64_t factor = 0x9e3779b97f4a7c15u;
  uint64_t hash = ((uint64_t)kind + 1) * factor ^ a;
  hash = (hash ^ hash >> 29) * factor ^ b;
  return (hash ^ hash >> 32) * factor | 1;
}

uint64_t libc_wait_file(int fd)
{
  struct stat s;
  return fstat(fd, &s) ? 0 : libc_wait_object(WAIT_FILE, s.st_dev, s.st_ino);
}

static struct observed_carrier carrier(const struct kernel_wait *w)
{
  return (struct observed_carrier){.object = (void *)w->object};
}

/* --- waiting --- */

static void explain(const struct counter *c, char *text, size_t size)
{
  const struct kernel_wait *w = c->about;
  snprintf(text, size, "%s", w->what);
}

static void wake(struct waiter *w)
{
  if (w->changed.pending) counter_done(&w->changed);
}

/* Are there any? */
static bool wake_all(uint64_t object)
{
  bool any = false;
  for (struct waiter *w = waiters; w; w = w->next) {
    if (object && w->wait->object != object) continue;
    wake(w);
    any = true;
  }
  return any;
}

void libc_wait_changed(uint64_t object)
{
  int error = errno;
  wake_all(object);
  errno = error;
}

static void add(struct waiter *w)
{
  struct waiter **at = &waiters;
  while (*at)
    at = &(*at)->next;
  *at = w;
}

static void take_out(struct waiter *w)
{
  struct waiter **at = &waiters;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
}

/* Until something has changed: has it, before its date? */
static bool await(const struct kernel_wait *w, struct pause pause)
{
  struct waiter me = {.changed = {.pending = 1, .explain = explain, .about = w},
                      .wait = w};
  add(&me);
  bool changed = strand_wait(&me.changed, pause, w->date);
  take_out(&me);
  libc_wait_looks = me.looks;
  return changed;
}

static long fail(int error)
{
  errno = error;
  return -1;
}

/* Others may change it while it polls. */
static long fail_at_once(int error, struct pause pause)
{
  strand_poll(pause);
  return fail(error);
}

static bool would_wait(int error)
{
  return error == EAGAIN || error == ENOMSG || error == ETIMEDOUT;
}

/* Who gives lets those go first that have waited for it. */
static void tell(const struct kernel_wait *w)
{
  int error = errno;
  successes++;
  if (w->way != WAIT_GIVES) OBSERVE_ORDER(ACQUIRE, self->strand, carrier(w));
  if (w->way != WAIT_TAKES) {
    OBSERVE_ORDER(RELEASE, self->strand, carrier(w));
    rank_news(self);
    if (wake_all(w->object)) rank_yield();
  }
  errno = error;
}

long libc_wait(const struct kernel_wait *w, struct pause pause)
{
  long result;
  rank_meet();
  libc_wait_looks = false;
  while ((result = w->attempt(w->arguments)) < 0 && would_wait(errno)) {
    if (w->at_once) return fail_at_once(errno, pause);
    if (isnan(w->date)) return fail(EINVAL);
    if (w->date <= self->time) return fail_at_once(w->late, pause);
    if (!await(w, pause)) return fail(w->late);
  }
  if (result < 0) return result;
  rank_poll_hit();
  tell(w);
  return result;
}

/* --- when no rank can go on --- */

static bool any_outside(void)
{
  for (const struct waiter *w = waiters; w; w = w->next)
    if (w->wait->outside && w->wait->outside(w->wait)) return true;
  return false;
}

/* All that has been printed may be what somebody outside waits for. */
static void await_outside(void)
{
  enum { NANO = 20000000 };
  streams_switch();
  streams_release(nextafter(engine_now(), HUGE_VAL));
  nanosleep(&(struct timespec){.tv_nsec = NANO}, NULL);
}

bool libc_wait_look_again(void)
{
  static unsigned long last;
  static bool outside; /* before they looked the last time */
  struct engine_counts c = engine_counts();
  unsigned long now = 1 + c.events + c.flows - rank_poll_events() + successes;
  if (!waiters || (now == last && !outside)) return false;
  if (now == last) await_outside();
  outside = any_outside();
  last = now;
  for (struct waiter *w = waiters; w; w = w->next)
    w->looks = true;
  return wake_all(0);
}
