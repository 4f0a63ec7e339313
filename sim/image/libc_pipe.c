/* pipe(), socketpair() and eventfd(), by which threads of a rank wake each
 * other.
 *
 * Who read where nothing is would stop the whole process, and with it whoever
 * is to write. So it is parked instead, until another strand of its rank has
 * changed something at such an end, and what is read comes after what was
 * written. Invariant: an end that is noted here is open. */
#include "libc_pipe.h"

#include "libc.h"
#include "template.h"

#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* What the ends have in common; it carries order, ... */
struct pipe {
  int ends;
};
/* ... from what is written to who reads it, and from who has made room by that
 * to who has waited for room. */
enum way { WRITTEN, READ };

static struct observed_carrier carrier(const struct pipe *p, enum way way)
{
  return (struct observed_carrier){.object = p, .number = way};
}

static struct pipe **ends; /* by descriptor; NULL: something else */
static int room;

static struct pipe *pipe_of(int fd)
{
  return fd >= 0 && fd < room ? ends[fd] : NULL;
}

bool libc_pipe_has(int fd)
{
  return pipe_of(fd);
}

/* --- what changes --- */

/* A strand of the rank that waits for something to change at some ends. */
struct pipe_wait {
  struct counter change;
  struct pipe_wait *next;
};

static void explain_pipe(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "a thread at the other end");
}

/* Self has changed something at an end. */
static void changed(void)
{
  struct pipe_wait *w = libc_self()->libc.pipe_waits;
  for (; w; w = w->next)
    if (w->change.pending) counter_done(&w->change);
  rank_news(self);
}

static void wait_begin(struct pipe_wait *w)
{
  struct pipe_wait **first = &libc_self()->libc.pipe_waits;
  w->next = *first;
  *first = w;
}

static void wait_end(const struct pipe_wait *w)
{
  struct pipe_wait **at = &libc_self()->libc.pipe_waits;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
}

/* --- which ends there are --- */

static void grow(int least)
{
  int now = 2 * least + 64;
  ends = xrealloc(ends, (size_t)now * sizeof *ends);
  memset(ends + room, 0, (size_t)(now - room) * sizeof *ends);
  room = now;
}

void libc_pipe_changed(int fd)
{
  int error = errno;
  if (!pipe_of(fd)) return;
  OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), WRITTEN));
  changed();
  errno = error;
}

/* Who finds the end of what is written comes after this. */
void libc_pipe_closed(int fd)
{
  struct pipe *p = pipe_of(fd);
  if (!p) return;
  rank_meet();
  libc_pipe_changed(fd);
  ends[fd] = NULL;
  if (--p->ends) return;
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, WRITTEN));
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, READ));
  free(p);
}

static void note(int fd, struct pipe *p)
{
  if (fd < 0) return;
  if (fd >= room) grow(fd);
  libc_pipe_closed(fd);
  ends[fd] = p;
  p->ends++;
}

static int note_pair(int failed, const int fds[2])
{
  if (failed) return failed;
  struct pipe *p = xcalloc(1, sizeof *p);
  note(fds[0], p);
  note(fds[1], p);
  if (!p->ends) free(p);
  return 0;
}

void libc_pipe_copied(int fd, int made)
{
  if (made < 0 || made == fd) return;
  libc_pipe_closed(made);
  if (pipe_of(fd)) note(made, pipe_of(fd));
}

/* --- waiting --- */

/* How many are ready? What the kernel does not take is for who asks it. */
static int look(struct pollfd *fds, nfds_t n)
{
  return poll(fds, n, 0);
}

static void await(struct pollfd *fds, nfds_t n, struct pause pause, double date)
{
  struct pipe_wait w = {.change.explain = explain_pipe};
  bool in_time = true;
  wait_begin(&w);
  while (in_time && look(fds, n) == 0) {
    w.change.pending = 1;
    in_time = strand_wait(&w.change, pause, date);
  }
  wait_end(&w);
}

/* Who finds an end ready comes after what made it so. */
static void comes_after(const struct pollfd *p)
{
  struct pipe *pipe = p->revents ? pipe_of(p->fd) : NULL;
  if (pipe && p->revents & ~POLLOUT)
    OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe, WRITTEN));
  if (pipe && p->revents & POLLOUT)
    OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe, READ));
}

static bool has_any(const struct pollfd *fds, nfds_t n)
{
  nfds_t i = 0;
  while (i < n && !pipe_of(fds[i].fd))
    i++;
  return i < n;
}

bool libc_pipe_await_any(struct pollfd *fds, nfds_t n, double seconds,
                         struct pause pause)
{
  if (!has_any(fds, n)) return false;
  rank_meet();
  if (seconds > 0)
    await(fds, n, pause, self->time + seconds);
  else if (look(fds, n) == 0)
    strand_poll(pause);
  if (look(fds, n) != 0) rank_poll_hit();
  for (nfds_t i = 0; i < n; i++)
    comes_after(&fds[i]);
  return true;
}

/* --- reading and writing --- */

static bool blocks(int flags)
{
  return flags >= 0 && !(flags & O_NONBLOCK);
}

void libc_pipe_before_read(int fd, bool waits, struct pause pause)
{
  struct pollfd p = {.fd = fd, .events = POLLIN};
  waits = waits && blocks(fcntl(fd, F_GETFL));
  libc_pipe_await_any(&p, 1, waits ? HUGE_VAL : 0, pause);
  OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe_of(fd), WRITTEN));
}

void libc_pipe_after_read(int fd)
{
  int error = errno;
  OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), READ));
  changed();
  errno = error;
}

ssize_t libc_pipe_read(int fd, const struct iovec *v, int count,
                       struct pause pause)
{
  libc_pipe_before_read(fd, true, pause);
  ssize_t n = readv(fd, v, count);
  libc_pipe_after_read(fd);
  return n;
}

static bool has_room(int fd)
{
  return look(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1) > 0;
}

void libc_pipe_await_room(int fd, struct pause pause)
{
  struct pollfd p = {.fd = fd, .events = POLLOUT};
  if (!blocks(fcntl(fd, F_GETFL))) return;
  libc_pipe_await_any(&p, 1, HUGE_VAL, pause);
}

/* As much as there is room for; nobody else runs meanwhile. A signal that there
 * is no reader is the rank's own. */
static ssize_t write_some(int fd, const char *bytes, size_t n, int flags,
                          enum pipe_write how)
{
  struct sigaction ours, ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, &ours);
  if (blocks(flags)) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  ssize_t written = write(fd, bytes, n);
  int error = errno;
  if (blocks(flags)) fcntl(fd, F_SETFL, flags);
  sigaction(SIGPIPE, &ours, NULL);
  if (written < 0 && error == EPIPE && !(how & PIPE_QUIET)) libc_raise(SIGPIPE);
  errno = error;
  return written;
}

ssize_t libc_pipe_write(int fd, const void *bytes, size_t n,
                        enum pipe_write how, struct pause pause)
{
  const char *from = bytes;
  int flags = fcntl(fd, F_GETFL);
  bool waits = blocks(flags) && !(how & PIPE_AT_ONCE);
  size_t done = 0;
  rank_meet();
  for (;;) {
    OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), WRITTEN));
    ssize_t some = write_some(fd, from + done, n - done, flags, how);
    bool full = some < 0 && errno == EAGAIN;
    if (some < 0 && !(full && waits)) return done ? (ssize_t)done : some;
    if (some > 0) done += (size_t)some;
    if (some > 0) changed();
    if (done == n || !waits) return (ssize_t)done;
    if (has_room(fd)) strand_poll(pause); /* but not enough */
    libc_pipe_await_room(fd, pause);
  }
}

/* --- making them --- */

/* What is to be told of by this descriptor: it is ready when one of those is.
 */
static int pipe_epoll_ctl(int all, int what, int fd, struct epoll_event *event)
{
  int failed = epoll_ctl(all, what, fd, event);
  if (!failed && pipe_of(fd) && !pipe_of(all)) note_pair(0, (int[2]){all, -1});
  return failed;
}

static int pipe_pipe(int fds[2])
{
  return note_pair(pipe(fds), fds);
}

static int pipe_pipe2(int fds[2], int flags)
{
  return note_pair(pipe2(fds, flags), fds);
}

static int pipe_socketpair(int domain, int type, int protocol, int fds[2])
{
  return note_pair(socketpair(domain, type, protocol, fds), fds);
}

static int pipe_eventfd(unsigned value, int flags)
{
  int fd = eventfd(value, flags);
  if (fd >= 0) note_pair(0, (int[2]){fd, -1});
  return fd;
}

static int pipe_eventfd_read(int fd, eventfd_t *value)
{
  struct iovec v = {value, sizeof *value};
  if (!pipe_of(fd)) return eventfd_read(fd, value);
  return libc_pipe_read(fd, &v, 1, PAUSE("eventfd_read")) == sizeof *value ? 0
                                                                           : -1;
}

static int pipe_eventfd_write(int fd, eventfd_t value)
{
  if (!pipe_of(fd)) return eventfd_write(fd, value);
  ssize_t n = libc_pipe_write(fd, &value, sizeof value, PIPE_PLAIN,
                              PAUSE("eventfd_write"));
  return n == sizeof value ? 0 : -1;
}

const struct libc_entry libc_pipe_table[] = {
    {"pipe", pipe_pipe},
    {"pipe2", pipe_pipe2},
    {"socketpair", pipe_socketpair},
    {"eventfd", pipe_eventfd},
    {"eventfd_read", pipe_eventfd_read},
    {"eventfd_write", pipe_eventfd_write},
    {"epoll_ctl", pipe_epoll_ctl},
    {NULL, NULL}};
