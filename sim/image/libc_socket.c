/* What is sent and received through a pair of sockets, both of whose ends are
 * the ranks' (libc_pipe.c). Other sockets are the host's. */
#include "libc.h"
#include "libc_pipe.h"

#include "../rank/polls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

static bool before(int fd, int flags, struct pause pause)
{
  bool waits = !(flags & MSG_DONTWAIT);
  return !libc_pipe_has(fd) || libc_pipe_before_read(fd, waits, pause);
}

static ssize_t after(int fd, ssize_t n)
{
  if (libc_pipe_has(fd)) libc_pipe_after_read(fd);
  return n;
}

/* What may come in parts. */
static bool is_stream(int fd)
{
  int type = 0;
  socklen_t size = sizeof type;
  return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) &&
         type == SOCK_STREAM;
}

static bool is_local(int fd)
{
  int domain = AF_UNIX;
  socklen_t size = sizeof domain;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) ||
         domain == AF_UNIX;
}

/* Is all of it wanted, which may come in parts? */
static bool wants_parts(int fd, int flags)
{
  return flags & MSG_WAITALL && !(flags & MSG_PEEK) && is_stream(fd);
}

/* Who only looks for all of it waits until that is there, or no more can come;
 * of sockets of one host by AF_UNIX it gets what is there. The kernel tells: to
 * be read is, for now, what is all of it. */
static bool before_look(int fd, size_t n, int flags, struct pause pause)
{
  bool all = flags & MSG_WAITALL && flags & MSG_PEEK;
  int least = n < INT_MAX ? (int)n : INT_MAX, usual = 1;
  socklen_t size = sizeof usual;
  if (!all || !libc_pipe_has(fd) || !is_stream(fd) || is_local(fd))
    return before(fd, flags, pause);
  getsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &usual, &size);
  setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least);
  bool found = before(fd, flags, pause);
  int error = errno;
  setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &usual, sizeof usual);
  bool some = found || poll(&(struct pollfd){fd, POLLIN, 0}, 1, 0) > 0;
  errno = error;
  return some;
}

/* Nothing here is for the host to wait for. */
static int at_once(int fd, int flags)
{
  return libc_pipe_has(fd) ? flags & ~MSG_WAITALL : flags;
}

/* Who wants all of it waits for each part. */
static ssize_t receive(int fd, void *bytes, size_t n, int flags,
                       struct sockaddr *from, socklen_t *length,
                       struct pause pause)
{
  bool parts = libc_pipe_has(fd) && wants_parts(fd, flags);
  int once = at_once(fd, flags);
  char *to = bytes;
  size_t done = 0;
  ssize_t some;
  do {
    if (!before_look(fd, n - done, flags, pause))
      return done ? (ssize_t)done : -1;
    some = after(fd, recvfrom(fd, to + done, n - done, once, from, length));
    if (some > 0) done += (size_t)some;
  } while (parts && some > 0 && done < n);
  return done ? (ssize_t)done : some;
}

static ssize_t socket_recv(int fd, void *bytes, size_t n, int flags)
{
  return receive(fd, bytes, n, flags, NULL, NULL, PAUSE("recv"));
}

static ssize_t socket_recv_chk(int fd, void *bytes, size_t n, size_t room,
                               int flags)
{
  return receive(fd, bytes, n < room ? n : room, flags, NULL, NULL,
                 PAUSE("recv"));
}

static ssize_t socket_recvfrom(int fd, void *bytes, size_t n, int flags,
                               struct sockaddr *from, socklen_t *length)
{
  return receive(fd, bytes, n, flags, from, length, PAUSE("recvfrom"));
}

/* Moves the pieces of a message behind its first `done` bytes; returns how many
 * bytes of it are done then. */
static ssize_t go_on(int fd, const struct msghdr *message, size_t done,
                     int flags, struct pause pause,
                     ssize_t (*move)(int fd, void *bytes, size_t n, int flags,
                                     struct pause))
{
  ssize_t all = (ssize_t)done;
  for (size_t i = 0; i < message->msg_iovlen; i++) {
    const struct iovec *v = &message->msg_iov[i];
    size_t before = done < v->iov_len ? done : v->iov_len;
    done -= before;
    if (before == v->iov_len) continue;
    size_t left = v->iov_len - before;
    ssize_t n = move(fd, (char *)v->iov_base + before, left, flags, pause);
    if (n > 0) all += n;
    if (n != (ssize_t)left) break;
  }
  return all;
}

static ssize_t receive_piece(int fd, void *bytes, size_t n, int flags,
                             struct pause pause)
{
  return receive(fd, bytes, n, flags, NULL, NULL, pause);
}

/* The descriptors in a message. */
static void each_descriptor(const struct msghdr *message,
                            void (*each)(int fd, bool still), bool still)
{
  struct msghdr *m = (struct msghdr *)message;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const unsigned char *from = CMSG_DATA(c), *end = (unsigned char *)c;
    for (end += c->cmsg_len; from + sizeof(int) <= end; from += sizeof(int)) {
      int fd;
      memcpy(&fd, from, sizeof fd);
      each(fd, still);
    }
  }
}

static void sends(int fd, bool still)
{
  (void)still;
  libc_pipe_sent(fd);
}

/* The kernel's calls. Who only looks gets duplicates. */
static ssize_t receive_message(int fd, struct msghdr *message, int flags)
{
  ssize_t n = recvmsg(fd, message, flags);
  if (n >= 0) each_descriptor(message, libc_pipe_came, flags & MSG_PEEK);
  return n;
}

static ssize_t send_message(int fd, const struct msghdr *message, int flags)
{
  ssize_t n = sendmsg(fd, message, flags);
  if (n >= 0) each_descriptor(message, sends, false);
  return n;
}

static ssize_t socket_recvmsg(int fd, struct msghdr *message, int flags)
{
  struct pause pause = PAUSE("recvmsg");
  bool parts = libc_pipe_has(fd) && wants_parts(fd, flags);
  if (!before(fd, flags, pause)) return -1;
  ssize_t n = after(fd, receive_message(fd, message, at_once(fd, flags)));
  if (n <= 0 || !parts) return n;
  return go_on(fd, message, (size_t)n, flags, pause, receive_piece);
}

static enum pipe_write how(int flags)
{
  return (flags & MSG_DONTWAIT ? PIPE_AT_ONCE : PIPE_PLAIN) |
         (flags & MSG_NOSIGNAL ? PIPE_QUIET : PIPE_PLAIN);
}

static ssize_t socket_send(int fd, const void *bytes, size_t n, int flags)
{
  if (!libc_pipe_has(fd)) return send(fd, bytes, n, flags);
  return libc_pipe_write(fd, bytes, n, how(flags), PAUSE("send"));
}

static ssize_t socket_sendto(int fd, const void *bytes, size_t n, int flags,
                             const struct sockaddr *to, socklen_t length)
{
  if (!libc_pipe_has(fd) || to) return sendto(fd, bytes, n, flags, to, length);
  return libc_pipe_write(fd, bytes, n, how(flags), PAUSE("sendto"));
}

static ssize_t send_piece(int fd, void *bytes, size_t n, int flags,
                          struct pause pause)
{
  return libc_pipe_write(fd, bytes, n, how(flags), pause);
}

/* As much as there is room for, which may be less than the message needs. */
static ssize_t send_some(int fd, const struct msghdr *message, int flags,
                         bool waits, struct pause pause)
{
  ssize_t n;
  while (libc_pipe_await_room(fd, waits, pause)) {
    n = send_message(fd, message, flags | MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n >= 0 || errno != EAGAIN || !waits) return n;
    strand_poll(pause);
  }
  return -1;
}

/* What it has beside bytes goes with the first of them. */
static ssize_t socket_sendmsg(int fd, const struct msghdr *message, int flags)
{
  struct pause pause = PAUSE("sendmsg");
  if (!libc_pipe_has(fd)) return send_message(fd, message, flags);
  bool waits = !(flags & MSG_DONTWAIT) && !(fcntl(fd, F_GETFL) & O_NONBLOCK);
  ssize_t n = send_some(fd, message, flags, waits, pause);
  if (n < 0 && errno == EPIPE && !(flags & MSG_NOSIGNAL)) {
    libc_raise(SIGPIPE, SI_USER);
    errno = EPIPE;
  }
  if (n < 0) return n;
  libc_pipe_changed(fd);
  return waits ? go_on(fd, message, (size_t)n, flags, pause, send_piece) : n;
}

static int socket_shutdown(int fd, int way)
{
  int failed = shutdown(fd, way);
  libc_pipe_changed(fd);
  return failed;
}

const struct libc_entry libc_socket_table[] = {{"recv", socket_recv},
                                               {"__recv_chk", socket_recv_chk},
                                               {"recvfrom", socket_recvfrom},
                                               {"recvmsg", socket_recvmsg},
                                               {"send", socket_send},
                                               {"sendto", socket_sendto},
                                               {"sendmsg", socket_sendmsg},
                                               {"shutdown", socket_shutdown},
                                               {NULL, NULL}};
