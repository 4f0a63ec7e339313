/* poll(), select() and epoll_wait(), per rank.
 *
 * Standard streams that are open are always ready: reading waits for the host's
 * input, or finds the end, in no simulated time, so nothing depends on when
 * input comes. Waiting for nothing else is a sleep. For pipes of the ranks' own
 * it waits in simulated time, and asks the host when that is over; where there
 * are others, all are the host's, and signals to the simulator do not end that.
 */
#include "libc.h"

#include "libc_io.h"
#include "libc_pipe.h"

#include "../../model/memory.h"
#include "../rank/rank.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

enum { STREAMS = 3 };
static const struct timespec no_time = {0, 0};

/* NULL: for ever. */
static double seconds_of(const struct timespec *t)
{
  return t ? (double)t->tv_sec + (double)t->tv_nsec * 1e-9 : HUGE_VAL;
}

static bool is_limit(const struct timespec *t)
{
  return !t || (t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000);
}

static int sleep_for(const struct timespec *t, struct pause pause)
{
  if (!is_limit(t)) return errno = EINVAL, -1;
  double seconds = seconds_of(t);
  if (seconds > 0) rank_sleep(seconds, pause);
  return 0;
}

/* If all are pipes, wait for them here; *t is then what the host may still
 * wait. */
static void await_pipes(struct pollfd *fds, nfds_t n, const struct timespec **t,
                        struct pause pause)
{
  if (is_limit(*t) && libc_pipe_await_any(fds, n, seconds_of(*t), pause))
    *t = &no_time;
}

static bool is_closed(int stream)
{
  return libc_io_real(stream) < 0;
}

/* --- poll --- */

/* Answers for standard streams and turns their descriptors into ones that the
 * host passes over. Whether others are left. */
static bool take_streams(struct pollfd *fds, nfds_t n, int *ready)
{
  bool others = false;
  for (nfds_t i = 0; i < n; i++) {
    struct pollfd *p = &fds[i];
    p->revents = 0;
    if (p->fd < 0) continue;
    if (p->fd >= STREAMS) {
      others = true;
      continue;
    }
    p->revents = is_closed(p->fd) ? POLLNVAL
                 : p->fd          ? p->events & (POLLOUT | POLLWRNORM)
                                  : p->events & (POLLIN | POLLRDNORM);
    *ready += p->revents != 0;
    p->fd = ~p->fd;
  }
  return others;
}

/* A wait of the host's for `left`, NULL: for ever. Signals to the simulator end
 * the call, but not the wait. */
struct host_wait {
  const struct timespec *left;
  struct timespec room;
  double end;
};

static double host_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void host_wait_begin(struct host_wait *w, const struct timespec *t)
{
  w->left = t;
  if (t) w->end = host_clock() + (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
}

/* Did a signal end the call? It is made again, for what is left. */
static bool host_wait_goes_on(struct host_wait *w, int result)
{
  if (result >= 0 || errno != EINTR) return false;
  if (!w->left) return true;
  double left = w->end - host_clock();
  if (left < 0) left = 0;
  w->room.tv_sec = (time_t)left;
  w->room.tv_nsec = (long)(1e9 * (left - (double)w->room.tv_sec));
  w->left = &w->room;
  return true;
}

static int poll_others(struct pollfd *fds, nfds_t n, const struct timespec *t,
                       const sigset_t *mask, int ready, struct pause pause)
{
  short *ours = malloc((n + 1) * sizeof *ours);
  if (!ours) return -1;
  for (nfds_t i = 0; i < n; i++)
    ours[i] = fds[i].revents;
  if (ready)
    t = &no_time;
  else
    await_pipes(fds, n, &t, pause);
  struct host_wait wait;
  int result;
  host_wait_begin(&wait, t);
  do
    result = ppoll(fds, n, wait.left, mask);
  while (host_wait_goes_on(&wait, result));
  for (nfds_t i = 0; i < n; i++)
    if (ours[i]) fds[i].revents = ours[i];
  free(ours);
  return result < 0 ? result : result + ready;
}

static int poll_in(struct pollfd *fds, nfds_t n, const struct timespec *t,
                   const sigset_t *mask, struct pause pause)
{
  int ready = 0, *fd = malloc((n + 1) * sizeof *fd), result;
  if (!fd) return -1;
  for (nfds_t i = 0; i < n; i++)
    fd[i] = fds[i].fd;
  bool others = take_streams(fds, n, &ready);
  if (others || (!ready && !t))
    result = poll_others(fds, n, t, mask, ready, pause);
  else
    result = ready ? ready : sleep_for(t, pause);
  for (nfds_t i = 0; i < n; i++)
    fds[i].fd = fd[i];
  free(fd);
  return result;
}

static int poll_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *t,
                      const sigset_t *mask)
{
  return poll_in(fds, n, t, mask, PAUSE("ppoll"));
}

static int poll_ppoll_chk(struct pollfd *fds, nfds_t n,
                          const struct timespec *t, const sigset_t *mask,
                          size_t room)
{
  (void)room;
  return poll_in(fds, n, t, mask, PAUSE("ppoll"));
}

static struct timespec of_milliseconds(int n)
{
  return (struct timespec){n / 1000, n % 1000 * 1000000L};
}

static int poll_for(struct pollfd *fds, nfds_t n, int milliseconds,
                    struct pause pause)
{
  struct timespec t = of_milliseconds(milliseconds);
  return poll_in(fds, n, milliseconds < 0 ? NULL : &t, NULL, pause);
}

static int poll_poll(struct pollfd *fds, nfds_t n, int milliseconds)
{
  return poll_for(fds, n, milliseconds, PAUSE("poll"));
}

static int poll_poll_chk(struct pollfd *fds, nfds_t n, int milliseconds,
                         size_t room)
{
  (void)room;
  return poll_for(fds, n, milliseconds, PAUSE("poll"));
}

/* --- select --- */

/* Take standard streams out of a set; those in `ready` into `taken`. */
static int take_set(int n, fd_set *set, int low, int high, fd_set *taken)
{
  int count = 0;
  FD_ZERO(taken);
  for (int fd = 0; set && fd < STREAMS && fd < n; fd++) {
    if (!FD_ISSET(fd, set)) continue;
    FD_CLR(fd, set);
    if (fd < low || fd > high) continue;
    FD_SET(fd, taken);
    count++;
  }
  return count;
}

static bool has_closed(int n, const fd_set *set)
{
  for (int fd = 0; set && fd < STREAMS && fd < n; fd++)
    if (FD_ISSET(fd, set) && is_closed(fd)) return true;
  return false;
}

static void put_set(fd_set *set, const fd_set *taken)
{
  for (int fd = 0; set && fd < STREAMS; fd++)
    if (FD_ISSET(fd, taken)) FD_SET(fd, set);
}

static bool any_left(int n, const fd_set *set)
{
  for (int fd = STREAMS; set && fd < n; fd++)
    if (FD_ISSET(fd, set)) return true;
  return false;
}

/* If all are pipes: wait, as await_pipes does. */
static void select_pipes(int n, const fd_set *r, const fd_set *w,
                         const fd_set *e, const struct timespec **t,
                         struct pause pause)
{
  nfds_t count = 0;
  struct pollfd *fds = xmalloc((size_t)n * sizeof *fds);
  for (int fd = 0; fd < n; fd++) {
    short events = (short)((r && FD_ISSET(fd, r) ? POLLIN : 0) |
                           (w && FD_ISSET(fd, w) ? POLLOUT : 0) |
                           (e && FD_ISSET(fd, e) ? POLLPRI : 0));
    if (events) fds[count++] = (struct pollfd){.fd = fd, .events = events};
  }
  await_pipes(fds, count, t, pause);
  free(fds);
}

static int select_others(int n, fd_set *r, fd_set *w, fd_set *e,
                         const struct timespec *t, const sigset_t *mask)
{
  struct host_wait wait;
  int result;
  host_wait_begin(&wait, t);
  do
    result = pselect(n, r, w, e, wait.left, mask);
  while (host_wait_goes_on(&wait, result));
  return result;
}

static int select_in(int n, fd_set *r, fd_set *w, fd_set *e,
                     const struct timespec *t, const sigset_t *mask,
                     struct pause pause)
{
  fd_set reads, writes, none;
  if (n < 0) return errno = EINVAL, -1;
  if (has_closed(n, r) || has_closed(n, w) || has_closed(n, e))
    return errno = EBADF, -1;
  int ready = take_set(n, r, 0, 0, &reads) + take_set(n, w, 1, 2, &writes);
  take_set(n, e, 1, 0, &none);
  bool others = any_left(n, r) || any_left(n, w) || any_left(n, e);
  int result = 0;
  if (ready) t = &no_time;
  if (others && !ready) select_pipes(n, r, w, e, &t, pause);
  if (others || (!ready && !t))
    result = select_others(n, r, w, e, t, mask);
  else if (!ready)
    result = sleep_for(t, pause);
  if (result < 0) return result;
  put_set(r, &reads);
  put_set(w, &writes);
  return result + ready;
}

static int poll_pselect(int n, fd_set *r, fd_set *w, fd_set *e,
                        const struct timespec *t, const sigset_t *mask)
{
  return select_in(n, r, w, e, t, mask, PAUSE("pselect"));
}

enum { MICRO = 1000000 };

/* What is left of the time since that date, as the kernel says it. */
static void take_time(struct timeval *t, double since)
{
  double left = (double)t->tv_sec * MICRO + (double)t->tv_usec;
  left = fmax(0, left - (self->time - since) * MICRO);
  t->tv_sec = (time_t)(left / MICRO);
  t->tv_usec = (suseconds_t)(left - (double)t->tv_sec * MICRO);
}

static int poll_select(int n, fd_set *r, fd_set *w, fd_set *e,
                       struct timeval *t)
{
  struct timespec time = {0, 0};
  double start = self->time;
  if (t && (t->tv_sec < 0 || t->tv_usec < 0)) return errno = EINVAL, -1;
  if (t)
    time = (struct timespec){t->tv_sec + t->tv_usec / MICRO,
                             t->tv_usec % MICRO * 1000};
  int result = select_in(n, r, w, e, t ? &time : NULL, NULL, PAUSE("select"));
  if (t && result)
    take_time(t, start);
  else if (t)
    *t = (struct timeval){0, 0};
  return result;
}

/* --- epoll --- */

static void await_epoll(int all, const struct timespec **t, struct pause pause)
{
  await_pipes(&(struct pollfd){.fd = all, .events = POLLIN}, 1, t, pause);
}

/* -1 for ever; no part of one is lost. */
static int to_milliseconds(const struct timespec *t)
{
  enum { NANO = 1000000 };
  return t ? (int)(t->tv_sec * 1000 + (t->tv_nsec + NANO - 1) / NANO) : -1;
}

static int epoll_for(int all, struct epoll_event *events, int most,
                     int milliseconds, const sigset_t *mask, struct pause pause)
{
  struct timespec limit = of_milliseconds(milliseconds);
  const struct timespec *t = milliseconds < 0 ? NULL : &limit;
  await_epoll(all, &t, pause);
  struct host_wait wait;
  int result;
  host_wait_begin(&wait, t);
  do
    result = epoll_pwait(all, events, most, to_milliseconds(wait.left), mask);
  while (host_wait_goes_on(&wait, result));
  return result;
}

static int poll_epoll_wait(int all, struct epoll_event *events, int most,
                           int milliseconds)
{
  return epoll_for(all, events, most, milliseconds, NULL, PAUSE("epoll_wait"));
}

static int poll_epoll_pwait(int all, struct epoll_event *events, int most,
                            int milliseconds, const sigset_t *mask)
{
  return epoll_for(all, events, most, milliseconds, mask, PAUSE("epoll_pwait"));
}

static int poll_epoll_pwait2(int all, struct epoll_event *events, int most,
                             const struct timespec *t, const sigset_t *mask)
{
  await_epoll(all, &t, PAUSE("epoll_pwait2"));
  struct host_wait wait;
  int result;
  host_wait_begin(&wait, t);
  do
    result = epoll_pwait2(all, events, most, wait.left, mask);
  while (host_wait_goes_on(&wait, result));
  return result;
}

const struct libc_entry libc_poll_table[] = {
    {"poll", poll_poll},
    {"__poll_chk", poll_poll_chk},
    {"ppoll", poll_ppoll},
    {"__ppoll_chk", poll_ppoll_chk},
    {"select", poll_select},
    {"pselect", poll_pselect},
    {"epoll_wait", poll_epoll_wait},
    {"epoll_pwait", poll_epoll_pwait},
    {"epoll_pwait2", poll_epoll_pwait2},
    {NULL, NULL}};
