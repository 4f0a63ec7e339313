/* C library functions that a simulated rank cannot have: they would leave the
 * one process, or the one thread, that the simulation is. */
#include "libc.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>

#define REFUSED(EACH)                                                          \
  EACH(fork)                                                                   \
  EACH(_Fork)                                                                  \
  EACH(vfork)                                                                  \
  EACH(execl)                                                                  \
  EACH(execle)                                                                 \
  EACH(execlp)                                                                 \
  EACH(execv)                                                                  \
  EACH(execve)                                                                 \
  EACH(execvp)                                                                 \
  EACH(execvpe)                                                                \
  EACH(execveat)                                                               \
  EACH(fexecve)                                                                \
  EACH(popen)                                                                  \
  EACH(posix_spawn)                                                            \
  EACH(posix_spawnp)                                                           \
  EACH(pidfd_spawn)                                                            \
  EACH(pidfd_spawnp)                                                           \
  EACH(daemon)                                                                 \
  EACH(clone)                                                                  \
  EACH(forkpty)                                                                \
  EACH(pthread_cancel)                                                         \
  EACH(timer_create)                                                           \
  EACH(ualarm)                                                                 \
  EACH(profil)                                                                 \
  EACH(sprofil)                                                                \
  EACH(pause)                                                                  \
  EACH(sigpause)                                                               \
  EACH(sigsuspend)                                                             \
  EACH(sigwait)                                                                \
  EACH(sigwaitinfo)                                                            \
  EACH(sigtimedwait)                                                           \
  EACH(sigqueue)                                                               \
  EACH(signalfd)                                                               \
  EACH(pthread_kill)                                                           \
  EACH(pthread_sigqueue)                                                       \
  EACH(aio_read)                                                               \
  EACH(aio_write)                                                              \
  EACH(aio_fsync)                                                              \
  EACH(lio_listio)                                                             \
  EACH(getaddrinfo_a)                                                          \
  EACH(mq_notify)

#define DEFINE(name)                                                           \
  static void refuse_##name(void)                                              \
  {                                                                            \
    libc_refuse(#name, __builtin_return_address(0));                           \
  }
REFUSED(DEFINE)

/* Who sets one to nothing, or asks, finds none. */
static int refuse_setitimer(int which, const struct itimerval *new,
                            struct itimerval *old)
{
  static const struct itimerval none;
  (void)which;
  if (new && (new->it_value.tv_sec || new->it_value.tv_usec))
    libc_refuse("setitimer", __builtin_return_address(0));
  if (old) *old = none;
  return 0;
}

static int refuse_getitimer(int which, struct itimerval *now)
{
  return refuse_setitimer(which, NULL, now);
}

/* As on a kernel that has none, which what waits by epoll is prepared for: it
 * gives the time that is left to epoll_wait() then. */
static int refuse_timerfd_create(clockid_t clock, int flags)
{
  (void)clock;
  (void)flags;
  return errno = ENOSYS, -1;
}

/* Is there a shell? */
static int refuse_system(const char *command)
{
  if (command) libc_refuse("system", __builtin_return_address(0));
  return 0;
}

#define ROW(name) {#name, refuse_##name},
const struct libc_entry libc_refused_table[] = {
    REFUSED(ROW){"__libc_fork", refuse_fork},
    {"__libc_system", refuse_system},
    {"__xpg_sigpause", refuse_sigpause},
    {"setitimer", refuse_setitimer},
    {"getitimer", refuse_getitimer},
    {"timerfd_create", refuse_timerfd_create},
    {"system", refuse_system},
    {"aio_read64", refuse_aio_read},
    {"aio_write64", refuse_aio_write},
    {"aio_fsync64", refuse_aio_fsync},
    {"lio_listio64", refuse_lio_listio},
    {NULL, NULL}};
