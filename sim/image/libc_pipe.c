/* pipe(), socketpair() and eventfd(), by which threads of a rank wake each
 * other, and connections between ranks (libc_connect.c).
 *
 * Who read where nothing is would stop the whole process, and with it whoever
 * is to write. So it polls instead, and what is read comes after what was
 * written. Invariant: an end that is noted here is open, or in a message. */
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
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the ends have in common; it carries order, ... */
struct pipe {
  int ends;
  bool foreign; /* epoll's, with descriptors of the host's */
  int *ranks;   /* that have looked there, and may wait for what others do */
  int count, room;
};
/* ... from what is written to who reads it, and from who has made room by that
 * to who has waited for room. */
enum way { WRITTEN, READ };

static struct observed_carrier carrier(const struct pipe *p, enum way way)
{
  return (struct observed_carrier){.object = p, .number = way};
}

/* From all that is written to whoever epoll has told of anything. */
static struct observed_carrier epolls(void)
{
  return (struct observed_carrier){.object = &libc_self()->libc.epolls};
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

/* --- order --- */

static void release(int fd, enum way way)
{
  if (!pipe_of(fd)) return;
  OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), way));
  if (libc_self()->libc.epolls) OBSERVE_ORDER(RELEASE, self->strand, epolls());
}

/* The end may be closed by now. */
static void acquire(int fd, enum way way)
{
  if (!pipe_of(fd)) return;
  OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe_of(fd), way));
}

/* Who finds an end ready comes after what made it so. */
static void comes_after(const struct pollfd *p)
{
  if (p->revents & ~POLLOUT) acquire(p->fd, WRITTEN);
  if (p->revents & POLLOUT) acquire(p->fd, READ);
  if (p->revents && libc_self()->libc.epolls)
    OBSERVE_ORDER(ACQUIRE, self->strand, epolls());
}

/* --- who looks --- */

static void note_looks(struct pipe *p)
{
  if (!p) return;
  for (int i = 0; i < p->count; i++)
    if (p->ranks[i] == self->id) return;
  GROW(p->ranks, p->count, p->room, 2);
  p->ranks[p->count++] = self->id;
}

static void note_all_looks(const struct pollfd *fds, nfds_t n)
{
  for (nfds_t i = 0; i < n; i++)
    note_looks(pipe_of(fds[i].fd));
}

/* Self has done something there. */
static void tell_news(int fd)
{
  const struct pipe *p = pipe_of(fd);
  rank_news(self);
  for (int i = 0; p && i < p->count; i++)
    if (p->ranks[i] != self->id) rank_news(rank_of(p->ranks[i]));
}

void libc_pipe_changed(int fd)
{
  int error = errno;
  release(fd, WRITTEN);
  tell_news(fd);
  errno = error;
}

/* --- which ends there are --- */

/* Who finds the end of what is written comes after this. */
void libc_pipe_closed(int fd)
{
  if (!pipe_of(fd)) return;
  rank_meet();
  struct pipe *p = pipe_of(fd);
  if (!p) return; /* another thread has closed it meanwhile */
  libc_pipe_changed(fd);
  ends[fd] = NULL;
  if (--p->ends) return;
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, WRITTEN));
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, READ));
  free(p->ranks);
  free(p);
}

static void note(int fd, struct pipe *p)
{
  if (fd < 0) return;
  REACH(ends, room, fd);
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
  return 0;
}

static void note_one(int fd)
{
  note_pair(0, (int[2]){fd, -1});
}

/* What was written is still to be read when this end is closed. */
struct pipe *libc_pipe_begun(int fd)
{
  note_one(fd);
  struct pipe *p = pipe_of(fd);
  p->ends++;
  return p;
}

void libc_pipe_ends(struct pipe *p, int made)
{
  note(made, p);
  p->ends--;
}

void libc_pipe_copied(int fd, int made)
{
  if (made < 0 || made == fd) return;
  libc_pipe_closed(made);
  if (pipe_of(fd)) note(made, pipe_of(fd));
}

/* An end that is in a message: who sends it may close it before it comes. By
 * that it is known when it does. */
struct sent {
  struct sent *next;
  struct pipe *pipe;
  dev_t device;
  ino_t number;
};
static struct sent *sent, **last_sent = &sent;

void libc_pipe_sent(int fd)
{
  struct pipe *p = pipe_of(fd);
  struct stat s;
  if (!p || fstat(fd, &s)) return;
  struct sent *one = xcalloc(1, sizeof *one);
  *one = (struct sent){NULL, p, s.st_dev, s.st_ino};
  p->ends++;
  *last_sent = one;
  last_sent = &one->next;
}

void libc_pipe_came(int fd, bool still)
{
  struct stat s;
  struct sent **at = &sent, *one;
  if (fstat(fd, &s)) return;
  while (*at && ((*at)->device != s.st_dev || (*at)->number != s.st_ino))
    at = &(*at)->next;
  if (!(one = *at)) return;
  note(fd, one->pipe);
  if (still) return;
  *at = one->next;
  if (!one->next) last_sent = at;
  one->pipe->ends--;
  free(one);
}

/* --- waiting --- */

/* How many are ready? What the kernel does not take is for who asks it. */
static int look(struct pollfd *fds, nfds_t n)
{
  return poll(fds, n, 0);
}

static void look_once(struct pollfd *fds, nfds_t n, struct pause pause)
{
  note_all_looks(fds, n);
  if (look(fds, n))
    rank_poll_hit();
  else
    strand_poll(pause);
}

/* Until one is ready: is it, before that date? */
static bool await(struct pollfd *fds, nfds_t n, double date, struct pause pause)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  int ready;
  note_all_looks(fds, n);
  s->pause = pause;
  if (date < HUGE_VAL) rank_wait_ends_at(date);
  while ((ready = look(fds, n)) == 0 && self->time < date)
    rank_poll_until(date);
  s->pause = before;
  if (!ready) {
    rank_timed_out();
    return false;
  }
  rank_poll_hit();
  s->timeouts = 0;
  return true;
}

/* Beside other descriptors of the host's, it is the host who waits. */
static bool are_all_pipes(const struct pollfd *fds, nfds_t n)
{
  bool any = false;
  for (nfds_t i = 0; i < n; i++) {
    const struct pipe *p = pipe_of(fds[i].fd);
    if (fds[i].fd >= 0 && (!p || p->foreign)) return false;
    any |= p != NULL;
  }
  return any;
}

bool libc_pipe_await_any(struct pollfd *fds, nfds_t n, double seconds,
                         struct pause pause)
{
  if (!are_all_pipes(fds, n)) return false;
  rank_meet();
  if (seconds > 0)
    await(fds, n, self->time + seconds, pause);
  else
    look_once(fds, n, pause);
  look(fds, n);
  for (nfds_t i = 0; i < n; i++)
    comes_after(&fds[i]);
  return true;
}

/* --- reading and writing --- */

static bool blocks(int flags)
{
  return flags >= 0 && !(flags & O_NONBLOCK);
}

/* The date up to which one that blocks waits: a socket's may have a limit. */
static double date_of(int fd, int option)
{
  struct timeval t;
  socklen_t size = sizeof t;
  if (getsockopt(fd, SOL_SOCKET, option, &t, &size) || !(t.tv_sec | t.tv_usec))
    return HUGE_VAL;
  return self->time + (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static bool await_one(int fd, short events, double date, struct pause pause)
{
  struct pollfd p = {.fd = fd, .events = events};
  bool ready = await(&p, 1, date, pause);
  if (!ready) errno = EAGAIN;
  return ready;
}

bool libc_pipe_before_read(int fd, bool waits, struct pause pause)
{
  struct pollfd p = {.fd = fd, .events = POLLIN};
  bool ready = true;
  int flags = fcntl(fd, F_GETFL);
  bool is_for_it = (flags & O_ACCMODE) != O_WRONLY;
  rank_meet();
  if (waits && blocks(flags) && is_for_it)
    ready = await_one(fd, POLLIN, date_of(fd, SO_RCVTIMEO), pause);
  else
    look_once(&p, 1, pause);
  acquire(fd, WRITTEN);
  return ready;
}

void libc_pipe_after_read(int fd)
{
  int error = errno;
  release(fd, READ);
  tell_news(fd);
  errno = error;
}

ssize_t libc_pipe_read(int fd, const struct iovec *v, int count,
                       struct pause pause)
{
  if (!libc_pipe_before_read(fd, true, pause)) return -1;
  ssize_t n = readv(fd, v, count);
  libc_pipe_after_read(fd);
  return n;
}

bool libc_pipe_await_room(int fd, bool waits, struct pause pause)
{
  rank_meet();
  bool ready =
      !waits || await_one(fd, POLLOUT, date_of(fd, SO_SNDTIMEO), pause);
  acquire(fd, READ);
  return ready;
}

static bool has_room(int fd)
{
  return look(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1) > 0;
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
  if (written < 0 && error == EPIPE && !(how & PIPE_QUIET))
    libc_raise(SIGPIPE, SI_USER);
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
    release(fd, WRITTEN);
    ssize_t some = write_some(fd, from + done, n - done, flags, how);
    bool full = some < 0 && errno == EAGAIN && waits;
    if (some < 0 && !full) return done ? (ssize_t)done : some;
    if (some > 0) done += (size_t)some;
    if (some > 0) tell_news(fd);
    if (done == n || !waits) return (ssize_t)done;
    if (has_room(fd)) strand_poll(pause); /* but not enough */
    if (!libc_pipe_await_room(fd, true, pause))
      return done ? (ssize_t)done : -1;
  }
}

/* --- making them --- */

/* What is to be told of by this descriptor: it is ready when one of those is.
 */
static int pipe_epoll_ctl(int all, int what, int fd, struct epoll_event *event)
{
  int failed = epoll_ctl(all, what, fd, event);
  if (failed || what != EPOLL_CTL_ADD) return failed;
  if (!pipe_of(all)) note_one(all);
  if (!pipe_of(fd)) pipe_of(all)->foreign = true;
  note_looks(pipe_of(fd));
  libc_self()->libc.epolls = true;
  return 0;
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
  if (fd >= 0) note_one(fd);
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
