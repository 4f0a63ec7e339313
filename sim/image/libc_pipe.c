/* pipe(), socketpair() and eventfd(), by which threads of a rank wake each
 * other.
 *
 * Who read where nothing is would stop the whole process, and with it whoever
 * is to write. So it polls instead, and what is read comes after what was
 * written. Invariant: an end that is noted here is open. */
#include "libc_pipe.h"

#include "libc.h"

#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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

static void grow(int least)
{
  int now = 2 * least + 64;
  ends = xrealloc(ends, (size_t)now * sizeof *ends);
  memset(ends + room, 0, (size_t)(now - room) * sizeof *ends);
  room = now;
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

void libc_pipe_closed(int fd)
{
  struct pipe *p = pipe_of(fd);
  if (!p) return;
  ends[fd] = NULL;
  /* Who finds the end of what is written comes after this. */
  OBSERVE_ORDER(RELEASE, self->strand, carrier(p, WRITTEN));
  rank_news(self);
  if (--p->ends) return;
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, WRITTEN));
  OBSERVE_ORDER(FORGET, self->strand, carrier(p, READ));
  free(p);
}

/* --- waiting --- */

bool libc_pipe_has(int fd)
{
  return pipe_of(fd);
}

static bool is_ready(int fd, short events)
{
  struct pollfd p = {.fd = fd, .events = events};
  return poll(&p, 1, 0) != 0;
}

static void await(int fd, short events, const char *function, const void *site)
{
  struct strand *s = self->strand;
  struct pause before = s->pause;
  s->pause = (struct pause){function, site, NULL};
  while (!is_ready(fd, events))
    rank_poll();
  rank_poll_hit();
  s->pause = before;
}

static bool blocks(int flags)
{
  return flags >= 0 && !(flags & O_NONBLOCK);
}

void libc_pipe_await(int fd, const char *function, const void *site)
{
  if (!is_ready(fd, POLLIN)) {
    if (blocks(fcntl(fd, F_GETFL)))
      await(fd, POLLIN, function, site);
    else
      rank_poll(); /* in vain */
  }
  OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe_of(fd), WRITTEN));
  OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), READ));
}

/* As much as there is room for; nobody else runs meanwhile. A signal that there
 * is no reader is the rank's own. */
static ssize_t write_some(int fd, const char *bytes, size_t n, int flags)
{
  struct sigaction ours, ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, &ours);
  if (blocks(flags)) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  ssize_t written = write(fd, bytes, n);
  int error = errno;
  if (blocks(flags)) fcntl(fd, F_SETFL, flags);
  sigaction(SIGPIPE, &ours, NULL);
  if (written < 0 && error == EPIPE) libc_raise(SIGPIPE);
  errno = error;
  return written;
}

ssize_t libc_pipe_write(int fd, const void *bytes, size_t n,
                        const char *function, const void *site)
{
  const char *from = bytes;
  int flags = fcntl(fd, F_GETFL);
  size_t done = 0;
  for (;;) {
    OBSERVE_ORDER(RELEASE, self->strand, carrier(pipe_of(fd), WRITTEN));
    ssize_t some = write_some(fd, from + done, n - done, flags);
    bool full = some < 0 && errno == EAGAIN && blocks(flags);
    if (some < 0 && !full) return done ? (ssize_t)done : some;
    if (some > 0) done += (size_t)some;
    if (some > 0) rank_news(self);
    if (done == n || !blocks(flags)) return (ssize_t)done;
    await(fd, POLLOUT, function, site);
    OBSERVE_ORDER(ACQUIRE, self->strand, carrier(pipe_of(fd), READ));
  }
}

/* --- making them --- */

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

const struct libc_entry libc_pipe_table[] = {{"pipe", pipe_pipe},
                                             {"pipe2", pipe_pipe2},
                                             {"socketpair", pipe_socketpair},
                                             {"eventfd", pipe_eventfd},
                                             {NULL, NULL}};
