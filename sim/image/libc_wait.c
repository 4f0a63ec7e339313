/* Who waits so is in a list, in the order of coming, and tries again, after
 * those before it, when the object is said to have changed. Invariant: all that
 * are in the list and are not about to try have done so since, or somebody
 * before them is about to. What ends with its rank stays in the list. */
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
  const struct rank *rank;
  const struct kernel_wait *wait;
  struct waiter *before, *next; /* NULL: it is not in the list */
  bool looks;                   /* it was woken since no rank can go on */
};
static struct waiter all = {.before = &all, .next = &all};
static unsigned long successes; /* of attempts */
static unsigned long in_vain;   /* things_happened() when all had looked so */
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

/* --- the list --- */

static void explain(const struct counter *c, char *text, size_t size)
{
  const struct kernel_wait *w = c->about;
  snprintf(text, size, "%s", w->what);
}

static void add(struct waiter *w)
{
  w->before = all.before;
  w->next = &all;
  w->before->next = w->next->before = w;
}

static void take_out(struct waiter *w)
{
  w->before->next = w->next;
  w->next->before = w->before;
}

/* The next one behind `w`; who has ended with its rank does not try again. */
static struct waiter *next_of(struct waiter *w)
{
  do
    w = w->next;
  while (w != &all && w->rank->state == RANK_ENDED);
  return w;
}

/* The next one behind `w` that waits for this is to try; each hands that on to
 * its next. Is there any? */
static bool wake_next(struct waiter *w, uint64_t object)
{
  for (w = next_of(w); w != &all; w = next_of(w)) {
    if (w->wait->object != object || !w->changed.pending) continue;
    counter_done(&w->changed);
    return true;
  }
  return false;
}

static void wake_all(bool looks)
{
  for (struct waiter *w = next_of(&all); w != &all; w = next_of(w)) {
    w->looks = looks;
    if (w->changed.pending) counter_done(&w->changed);
  }
}

void libc_wait_changed(uint64_t object)
{
  int error = errno;
  if (object)
    wake_next(&all, object);
  else
    wake_all(false);
  errno = error;
}

/* --- waiting --- */

/* What has happened but polls, with the wakes of those that look. */
static unsigned long things_happened(void)
{
  struct engine_counts c = engine_counts();
  return 1 + c.events + c.flows - rank_poll_events() + successes;
}

/* Until something has changed: has it, before its date? */
static bool await(struct waiter *me, struct pause pause)
{
  if (me->next)
    wake_next(me, me->wait->object);
  else
    add(me);
  if (me->looks) in_vain = things_happened();
  me->looks = false;
  me->changed.pending = 1;
  bool changed = strand_wait(&me->changed, pause, me->wait->date);
  libc_wait_looks = me->looks;
  return changed;
}

/* Others may have what it has left. */
static void leave(struct waiter *me, bool nothing_is_left)
{
  if (!me->next) return;
  if (!nothing_is_left) wake_next(me, me->wait->object);
  take_out(me);
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
  successes++;
  if (w->way != WAIT_GIVES) OBSERVE_ORDER(ACQUIRE, self->strand, carrier(w));
  if (w->way != WAIT_GIVES && w->way != WAIT_BOTH) return;
  OBSERVE_ORDER(RELEASE, self->strand, carrier(w));
  rank_news(self);
  if (wake_next(&all, w->object)) rank_yield();
}

/* As one in the list, if it has to. */
static long try_until(struct waiter *me, struct pause pause)
{
  const struct kernel_wait *w = me->wait;
  long result;
  while ((result = w->attempt(w->arguments)) < 0 && would_wait(errno)) {
    if (w->at_once) return fail_at_once(errno, pause);
    if (isnan(w->date)) return fail(EINVAL);
    if (w->date <= self->time) return fail_at_once(w->late, pause);
    if (!await(me, pause)) return fail(w->late);
  }
  return result;
}

long libc_wait(const struct kernel_wait *w, struct pause pause)
{
  struct waiter me = {
      .changed = {.explain = explain, .about = w}, .rank = self, .wait = w};
  rank_meet();
  libc_wait_looks = false;
  long result = try_until(&me, pause);
  int error = errno;
  leave(&me, result >= 0 && w->way == WAIT_TAKES_ALL);
  if (result >= 0) {
    rank_poll_hit();
    tell(w);
  }
  errno = error;
  return result;
}

/* --- when no rank can go on --- */

static bool any_outside(void)
{
  for (struct waiter *w = next_of(&all); w != &all; w = next_of(w))
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
  static bool outside; /* before they looked the last time */
  bool again = things_happened() == in_vain;
  if (next_of(&all) == &all || (again && !outside)) return false;
  if (again) await_outside();
  outside = any_outside();
  wake_all(true);
  return true;
}
