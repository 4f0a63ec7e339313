/* Futexes: words on which threads wait by a system call. Of the host's it would
 * stop all ranks. C++'s futures, latches, barriers, semaphores and waits on
 * atomics are made of them, and what initialises static variables of functions.
 *
 * Who waits stands in a queue by the word's address. */
#include "pthread.h"

#include "crew.h"
#include "thread.h"

#include "../rank/polls.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NANO = 1000000000 }; /* nanoseconds of a second */

static unsigned wakes; /* so far */

static void explain_futex(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "another thread to change a word");
}

/* Wait on an address, unless a word has changed; 0 when it was woken, or an
 * error number. */
static int wait_while(const void *word, unsigned value, const void *on,
                      struct pause pause, double date)
{
  rank_meet();
  if (*(const volatile unsigned *)word != value) return EAGAIN;
  struct entry e = {.granted = {.explain = explain_futex}, .on = on};
  if (!queue_wait(crew_queue(on), &e, pause, date)) return queue_error(date);
  crew_acquire(on, 0);
  return 0;
}

static int futex_wait(const void *word, unsigned value, struct pause pause,
                      double date)
{
  return wait_while(word, value, word, pause, date);
}

static int futex_wake(const void *word, int most)
{
  int woken = 0;
  rank_meet();
  wakes++;
  crew_release(word, 0);
  while (woken < most && queue_take_on(crew_queue(word), word))
    woken++;
  return woken;
}

/* --- syscall() --- */

struct futex_call {
  const void *word;
  int what;
  unsigned value;
  const struct timespec *limit;
  unsigned bits; /* with ..._BITSET: which wakes concern which waits */
};

static double limit_date(const struct futex_call *f)
{
  if (!f->limit) return HUGE_VAL;
  if ((f->what & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    if (f->limit->tv_nsec < 0 || f->limit->tv_nsec >= NANO) return NAN;
    rank_meet();
    return self->time + (double)f->limit->tv_sec +
           1e-9 * (double)f->limit->tv_nsec;
  }
  return date_of(f->what & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME
                                                : CLOCK_MONOTONIC,
                 f->limit);
}

static long futex(const struct futex_call *f, struct pause pause)
{
  int error, what = f->what & FUTEX_CMD_MASK;
  bool some = f->bits != FUTEX_BITSET_MATCH_ANY;
  if (some && (what == FUTEX_WAIT_BITSET || what == FUTEX_WAKE_BITSET))
    libc_refuse("syscall(SYS_futex) for some bits", pause.site);
  switch (what) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    error = futex_wait(f->word, f->value, pause, limit_date(f));
    if (!error) return 0;
    errno = error;
    return -1;
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return futex_wake(f->word, (int)f->value);
  default:
    libc_refuse("syscall(SYS_futex) to do more than wait or wake", pause.site);
  }
}

/* Calls of the kernel for which the C library has a function that is Oriel's;
 * `whole`: of that the result is a long. (Who asks the kernel for the time
 * means the host's: there is no other way to it.) */
struct kernel_call {
  long number;
  const char *name;
  bool whole;
};

static const struct kernel_call *known_call_of(long number)
{
  static const struct kernel_call known[] = {
      {SYS_accept, "accept", false},
      {SYS_connect, "connect", false},
      {SYS_fcntl, "fcntl", false},
      {SYS_flock, "flock", false},
      {SYS_getcpu, "getcpu", false},
      {SYS_getrandom, "getrandom", true},
      {SYS_getrlimit, "getrlimit", false},
      {SYS_mlock, "mlock", false},
      {SYS_mlock2, "mlock2", false},
      {SYS_mlockall, "mlockall", false},
      {SYS_munlock, "munlock", false},
      {SYS_munlockall, "munlockall", false},
      {SYS_nanosleep, "nanosleep", false},
      {SYS_poll, "poll", false},
      {SYS_prctl, "prctl", false},
      {SYS_prlimit64, "prlimit", false},
      {SYS_read, "read", true},
      {SYS_readv, "readv", true},
      {SYS_sched_getparam, "sched_getparam", false},
      {SYS_sched_getscheduler, "sched_getscheduler", false},
      {SYS_sched_rr_get_interval, "sched_rr_get_interval", false},
      {SYS_sched_setaffinity, "sched_setaffinity", false},
      {SYS_sched_setparam, "sched_setparam", false},
      {SYS_sched_setscheduler, "sched_setscheduler", false},
      {SYS_sched_yield, "sched_yield", false},
      {SYS_semop, "semop", false},
      {SYS_setpriority, "setpriority", false},
      {SYS_setrlimit, "setrlimit", false},
      {SYS_write, "write", true},
      {SYS_writev, "writev", true},
      {0, NULL, false}};
  const struct kernel_call *k = known;
  while (k->name && k->number != number)
    k++;
  return k->name ? k : NULL;
}

static long kernel(long number, const long a[6])
{
  const struct kernel_call *k = known_call_of(number);
  long result;
  if (manner_call(number, a, &result)) return result;
  if (!k) return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  long (*function)(long, long, long, long, long);
  *(void **)&function = libc_function(k->name, false);
  result = function(a[0], a[1], a[2], a[3], a[4]);
  return k->whole ? result : (int)result;
}

static long syscall_(long number, ...)
{
  long a[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg(list, long);
  va_end(list);
  switch (number) {
  case SYS_futex:
    return futex(
        &(struct futex_call){(const void *)a[0], (int)a[1], (unsigned)a[2],
                             (const struct timespec *)a[3], (unsigned)a[5]},
        PAUSE("syscall(SYS_futex)"));
  case SYS_fork:
  case SYS_vfork:
  case SYS_clone:
  case SYS_clone3:
  case SYS_execve:
  case SYS_execveat:
    libc_refuse("a process by syscall", __builtin_return_address(0));
  case SYS_pause:
  case SYS_rt_sigsuspend:
  case SYS_rt_sigtimedwait:
    libc_refuse("waiting for a signal by syscall", __builtin_return_address(0));
  default:
    return kernel(number, a);
  }
}

/* --- futures: std::__atomic_futex_unsigned_base, and a static function --- */

/* Until a time on a clock; false when that has come. */
static bool future_wait(unsigned *word, unsigned value, const bool *limited,
                        clockid_t clock, struct timespec limit,
                        struct pause pause)
{
  double date = *limited ? libc_date(clock, &limit) : HUGE_VAL;
  return futex_wait(word, value, pause, date) != ETIMEDOUT;
}

static bool future_wait_realtime(void *base, unsigned *word, unsigned value,
                                 bool limited, long seconds, long nanoseconds)
{
  (void)base;
  return future_wait(word, value, &limited, CLOCK_REALTIME,
                     (struct timespec){seconds, nanoseconds},
                     PAUSE("std::future::wait"));
}

static bool future_wait_steady(void *base, unsigned *word, unsigned value,
                               bool limited, long seconds, long nanoseconds)
{
  (void)base;
  return future_wait(word, value, &limited, CLOCK_MONOTONIC,
                     (struct timespec){seconds, nanoseconds},
                     PAUSE("std::future::wait"));
}

static void future_notify(unsigned *word)
{
  futex_wake(word, INT_MAX);
}

/* --- futures that are ready when a thread ends ---
 *
 * std::promise and std::packaged_task register a _Make_ready of their own. */

struct owners { /* std::_Sp_counted_base */
  void (**methods)(struct owners *);
  int uses, weak_uses; /* all uses together are one that is weak */
};
enum { OWNERS_DISPOSE = 2, OWNERS_DESTROY = 3 };

struct future { /* std::__future_base::_State_baseV2 */
  void *methods, *result;
  unsigned status;
};
enum { FUTURE_READY = 1 };

struct make_ready {
  struct thread_end end;
  struct future *future; /* a weak_ptr: this, and who has it */
  struct owners *owners;
};

static void weak_end(struct owners *o)
{
  if (--o->weak_uses == 0) o->methods[OWNERS_DESTROY](o);
}

/* Nobody else runs before the word is stored: what is released with the wake is
 * there for who finds the word as it is then. */
static void future_ready(struct future *f, struct owners *o)
{
  o->uses++;
  futex_wake(&f->status, INT_MAX);
  f->status = FUTURE_READY;
  if (--o->uses > 0) return;
  o->methods[OWNERS_DISPOSE](o);
  weak_end(o);
}

/* The operator that the program sees, which may be its own. */
static void program_delete(void *p)
{
  void *(*find)(void *, const char *);
  void (*release)(void *);
  *(void **)&find = libc_function("dlsym", false);
  *(void **)&release = find(RTLD_DEFAULT, "_ZdlPv");
  release(p);
}

static void make_ready_run(struct thread_end *e)
{
  struct make_ready *m = (struct make_ready *)e;
  if (m->owners->uses > 0) future_ready(m->future, m->owners);
  weak_end(m->owners);
  program_delete(m);
}

static void make_ready_set(struct make_ready *m)
{
  m->end.run = make_ready_run;
  thread_at_end(&m->end);
}

/* --- waits on atomics: std::__detail, since gcc 16; before, it was inline ---
 *
 * A wait is prepared: its object becomes a word of 32 bits, and `old` what that
 * contains. The program then looks at what it waits for, and waits unless the
 * word has changed since. What is such a word is its own, which needs no
 * preparation; for anything else it is the number of wakes so far. */

struct atomic_wait {
  unsigned flags;
  int order;
  uint64_t old;
  void *state;
  const void *object;
  unsigned char size;
};
enum { ATOMIC_NO_WAIT = 8 }; /* a flag: look once more, no longer */

struct atomic_result {
  uint64_t value; /* never told: the program looks itself */
  unsigned char flags;
};
enum { ATOMIC_TIMEOUT = 2 };

static bool atomic_prepare(struct atomic_wait *w, const void *address)
{
  (void)address;
  w->object = &wakes;
  w->old = wakes;
  return true;
}

static struct atomic_result atomic_wait_to(const void *address,
                                           const struct atomic_wait *w,
                                           struct pause pause, double date)
{
  int error = wait_while(w->object, (unsigned)w->old, address, pause, date);
  return (struct atomic_result){.flags =
                                    error == ETIMEDOUT ? ATOMIC_TIMEOUT : 0};
}

static struct atomic_result atomic_wait(const void *address,
                                        const struct atomic_wait *w)
{
  struct pause pause = PAUSE("std::atomic::wait");
  bool waits = !(w->flags & ATOMIC_NO_WAIT);
  return atomic_wait_to(address, w, pause, waits ? HUGE_VAL : 0);
}

static struct atomic_result atomic_wait_until(const void *address,
                                              const struct atomic_wait *w,
                                              const long *nanoseconds)
{
  struct timespec limit = {*nanoseconds / NANO, *nanoseconds % NANO};
  return atomic_wait_to(address, w, PAUSE("std::atomic::wait"),
                        libc_date(CLOCK_MONOTONIC, &limit));
}

static void atomic_notify(const void *address, bool all,
                          const struct atomic_wait *w)
{
  (void)w;
  futex_wake(address, all ? INT_MAX : 1);
}

/* --- static variables of functions ---
 *
 * The program itself looks at the first byte of a guard: is it done? */

struct guard {
  char done, running;
};

static int guard_acquire(struct guard *g)
{
  rank_meet();
  while (!g->done && g->running) {
    struct entry e = {.granted = {.explain = explain_futex}, .on = g};
    queue_wait(crew_queue(g), &e,
               PAUSE("the initialisation of a static variable"), HUGE_VAL);
  }
  crew_acquire(g, 0);
  if (g->done) return 0;
  g->running = 1;
  return 1;
}

static void guard_end(struct guard *g, bool done)
{
  g->running = 0;
  g->done = done;
  futex_wake(g, INT_MAX);
}

static void guard_release(struct guard *g)
{
  guard_end(g, true);
}

static void guard_abort(struct guard *g)
{
  guard_end(g, false);
}

#define FUTURE(length, name) "_ZNSt28__atomic_futex_unsigned_base" #length name
#define UNTIL                                                                  \
  "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000"   \
  "EEEE"
#define DETAIL(length, name) "_ZNSt8__detail" #length name
#define NANOSECONDS "NSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEE"
const struct libc_entry futex_table[] = {
    {"syscall", syscall_},
    {FUTURE(19, "_M_futex_wait_until") UNTIL, future_wait_realtime},
    {FUTURE(26, "_M_futex_wait_until_steady") UNTIL, future_wait_steady},
    {FUTURE(19, "_M_futex_notify_all") "EPj", future_notify},
    {"_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv",
     make_ready_set},
    {DETAIL(11, "__wait_args") "19_M_setup_proxy_waitEPKv", atomic_prepare},
    {DETAIL(11, "__wait_impl") "EPKvRNS_16__wait_args_baseE", atomic_wait},
    {DETAIL(17,
            "__wait_until_impl") "EPKvRNS_16__wait_args_baseERK" NANOSECONDS,
     atomic_wait_until},
    {DETAIL(13, "__notify_impl") "EPKvbRKNS_16__wait_args_baseE",
     atomic_notify},
    {"__cxa_guard_acquire", guard_acquire},
    {"__cxa_guard_release", guard_release},
    {"__cxa_guard_abort", guard_abort},
    {NULL, NULL}};
