/* How threads would be scheduled: policies, priorities, cores.
 *
 * All of it is taken, from any user (who may do it depends on the machine), and
 * told to who asks; nothing else comes of it. By its process's number a thread
 * names itself, as all threads have that. */
#include "pthread.h"

#include "thread.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { NICE_MIN = -20, NICE_MAX = 19, SLICE = 100000000 /* ns, Linux's */ };

/* That of self, by a number that the program has from the C library, or from
 * the kernel itself. */
static struct manner *manner_of(pid_t process)
{
  bool mine = process == 0 || process == libc_process() ||
              process == getpid() || process == gettid();
  if (mine) return &thread_self()->manner;
  errno = ESRCH;
  return NULL;
}

static int with_errno(int error)
{
  if (!error) return 0;
  errno = error;
  return -1;
}

/* --- policies --- */

static int set_policy(struct manner *m, int policy, const struct sched_param *p)
{
  int plain = policy & ~SCHED_RESET_ON_FORK;
  int least = sched_get_priority_min(plain);
  bool known =
      least >= 0 && plain <= SCHED_IDLE; /* SCHED_DEADLINE needs more */
  if (!known || !p || p->sched_priority < least ||
      p->sched_priority > sched_get_priority_max(plain))
    return EINVAL;
  m->policy = policy;
  m->priority = *p;
  return 0;
}

struct manner manner_inherited(const struct manner *maker)
{
  struct manner m = *maker;
  if (!(m.policy & SCHED_RESET_ON_FORK)) return m;
  m.policy &= ~SCHED_RESET_ON_FORK;
  if (m.policy == SCHED_FIFO || m.policy == SCHED_RR) m.policy = SCHED_OTHER;
  m.priority.sched_priority = 0;
  if (m.nice < 0) m.nice = 0;
  return m;
}

static int pthread_getschedparam_(unsigned long id, int *policy,
                                  struct sched_param *p)
{
  const struct thread *t = thread_running(id);
  if (!t) return ESRCH;
  *policy = t->manner.policy;
  *p = t->manner.priority;
  return 0;
}

static int pthread_setschedparam_(unsigned long id, int policy,
                                  const struct sched_param *p)
{
  struct thread *t = thread_running(id);
  return t ? set_policy(&t->manner, policy, p) : ESRCH;
}

static int pthread_setschedprio_(unsigned long id, int priority)
{
  struct thread *t = thread_running(id);
  struct sched_param p = {.sched_priority = priority};
  return t ? set_policy(&t->manner, t->manner.policy, &p) : ESRCH;
}

static int sched_getscheduler_(pid_t process)
{
  const struct manner *m = manner_of(process);
  return m ? m->policy : -1;
}

static int sched_setscheduler_(pid_t process, int policy,
                               const struct sched_param *p)
{
  struct manner *m = manner_of(process);
  return m ? with_errno(set_policy(m, policy, p)) : -1;
}

static int sched_getparam_(pid_t process, struct sched_param *p)
{
  const struct manner *m = manner_of(process);
  if (!m) return -1;
  *p = m->priority;
  return 0;
}

static int sched_setparam_(pid_t process, const struct sched_param *p)
{
  struct manner *m = manner_of(process);
  return m ? with_errno(set_policy(m, m->policy, p)) : -1;
}

static int sched_rr_get_interval_(pid_t process, struct timespec *t)
{
  const struct manner *m = manner_of(process);
  if (!m) return -1;
  bool turns = (m->policy & ~SCHED_RESET_ON_FORK) == SCHED_RR;
  *t = (struct timespec){.tv_nsec = turns ? SLICE : 0};
  return 0;
}

/* --- niceness --- */

/* A group of processes is one, and a user has no other. */
static struct manner *manner_by(int which, id_t who)
{
  if (which == PRIO_USER && (who == 0 || who == getuid()))
    return &thread_self()->manner;
  if (which == PRIO_PROCESS || which == PRIO_PGRP) return manner_of((pid_t)who);
  errno = which == PRIO_USER ? ESRCH : EINVAL;
  return NULL;
}

static int getpriority_(int which, id_t who)
{
  const struct manner *m = manner_by(which, who);
  return m ? m->nice : -1;
}

static int setpriority_(int which, id_t who, int nice)
{
  struct manner *m = manner_by(which, who);
  if (!m) return -1;
  m->nice = nice < NICE_MIN ? NICE_MIN : nice > NICE_MAX ? NICE_MAX : nice;
  return 0;
}

static int nice_(int more)
{
  struct manner *m = &thread_self()->manner;
  int bounded = more < -40 ? -40 : more > 40 ? 40 : more;
  setpriority_(PRIO_PROCESS, 0, m->nice + bounded);
  return m->nice;
}

/* --- cores --- */

/* Those that it is bound to, or that the rank has. */
static int get_cores(const struct manner *m, size_t size, cpu_set_t *set)
{
  int first = crew_first_core(self);
  CPU_ZERO_S(size, set);
  if (m->bound) memcpy(set, &m->cores, size < sizeof *set ? size : sizeof *set);
  for (int k = 0; !m->bound && k < crew_cores(self); k++)
    CPU_SET_S(first + k, size, set);
  return 0;
}

static int set_cores(struct manner *m, size_t size, const cpu_set_t *set)
{
  cpu_set_t cores;
  CPU_ZERO(&cores);
  memcpy(&cores, set, size < sizeof cores ? size : sizeof cores);
  if (CPU_COUNT(&cores) == 0) return EINVAL;
  m->bound = true;
  m->cores = cores;
  return 0;
}

static int pthread_getaffinity_np_(unsigned long id, size_t size,
                                   cpu_set_t *set)
{
  const struct thread *t = thread_running(id);
  return t ? get_cores(&t->manner, size, set) : ESRCH;
}

static int pthread_setaffinity_np_(unsigned long id, size_t size,
                                   const cpu_set_t *set)
{
  struct thread *t = thread_running(id);
  return t ? set_cores(&t->manner, size, set) : ESRCH;
}

static int sched_getaffinity_(pid_t process, size_t size, cpu_set_t *set)
{
  const struct manner *m = manner_of(process);
  return m ? get_cores(m, size, set) : -1;
}

static int sched_setaffinity_(pid_t process, size_t size, const cpu_set_t *set)
{
  struct manner *m = manner_of(process);
  return m ? with_errno(set_cores(m, size, set)) : -1;
}

static int sched_getcpu_(void)
{
  const struct manner *m = &thread_self()->manner;
  int core = 0;
  if (!m->bound) return crew_first_core(self);
  while (!CPU_ISSET(core, &m->cores))
    core++;
  return core;
}

static int getcpu_(unsigned *core, unsigned *node)
{
  if (core) *core = (unsigned)sched_getcpu_();
  if (node) *node = 0;
  return 0;
}

/* --- by attributes --- */

/* All cores are what attributes tell that name none. */
void manner_set(struct manner *m, const pthread_attr_t *a)
{
  int inherit = PTHREAD_INHERIT_SCHED;
  cpu_set_t cores;
  if (pthread_attr_getaffinity_np(a, sizeof cores, &cores) == 0 &&
      CPU_COUNT(&cores) < CPU_SETSIZE)
    set_cores(m, sizeof cores, &cores);
  pthread_attr_getinheritsched(a, &inherit);
  if (inherit != PTHREAD_EXPLICIT_SCHED) return;
  pthread_attr_getschedpolicy(a, &m->policy);
  pthread_attr_getschedparam(a, &m->priority);
}

/* --- what only the kernel has --- */

static long set_io(int which, int who, int io)
{
  struct manner *m = manner_by(which - 1, (id_t)who); /* IOPRIO_WHO_... */
  if (!m) return -1;
  m->io = io;
  return 0;
}

static long get_io(int which, int who)
{
  const struct manner *m = manner_by(which - 1, (id_t)who);
  return m ? m->io : -1;
}

/* The kernel's niceness has no -1 that would be an error. */
static long get_nice(int which, id_t who)
{
  const struct manner *m = manner_by(which, who);
  return m ? 20 - m->nice : -1;
}

/* The kernel tells how much it wrote. */
static long tell_cores(pid_t process, size_t size, cpu_set_t *set)
{
  if (sched_getaffinity_(process, size, set)) return -1;
  return (long)(size < sizeof *set ? size : sizeof *set);
}

bool manner_call(long number, const long a[6], long *result)
{
  switch (number) {
  case SYS_getpriority:
    *result = get_nice((int)a[0], (id_t)a[1]);
    return true;
  case SYS_sched_getaffinity:
    *result = tell_cores((pid_t)a[0], (size_t)a[1], (cpu_set_t *)a[2]);
    return true;
  case SYS_ioprio_set:
    *result = set_io((int)a[0], (int)a[1], (int)a[2]);
    return true;
  case SYS_ioprio_get:
    *result = get_io((int)a[0], (int)a[1]);
    return true;
  case SYS_sched_setattr: /* as of a kernel that has none */
  case SYS_sched_getattr:
    *result = with_errno(ENOSYS);
    return true;
  default:
    return false;
  }
}

static int no_attributes(void)
{
  return with_errno(ENOSYS);
}

#define ROW(name) {#name, name##_},
const struct libc_entry manner_table[] = {
    /* clang-format off */
    ROW(pthread_getschedparam) ROW(pthread_setschedparam)
    ROW(pthread_setschedprio) ROW(pthread_getaffinity_np)
    ROW(pthread_setaffinity_np) ROW(sched_getscheduler) ROW(sched_setscheduler)
    ROW(sched_getparam) ROW(sched_setparam) ROW(sched_rr_get_interval)
    ROW(sched_getaffinity) ROW(sched_setaffinity) ROW(sched_getcpu) ROW(getcpu)
    ROW(getpriority) ROW(setpriority) ROW(nice)
    {"sched_setattr", no_attributes}, {"sched_getattr", no_attributes},
    {NULL, NULL}
    /* clang-format on */
};
