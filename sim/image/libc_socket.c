/* What is sent and received through a pair of sockets, both of whose ends are
 * the ranks' (libc_pipe.c). Other sockets are the host's. */
#include "libc.h"
#include "libc_pipe.h"

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

/* Who wants all of it waits for each part. */
static ssize_t receive(int fd, void *bytes, size_t n, int flags,
                       struct sockaddr *from, socklen_t *length,
                       struct pause pause)
{
  bool parts = flags & MSG_WAITALL && libc_pipe_has(fd) && is_stream(fd);
  int once = parts ? flags & ~MSG_WAITALL : flags;
  char *to = bytes;
  size_t done = 0;
  ssize_t some;
  do {
    if (!before(fd, flags, pause)) return done ? (ssize_t)done : -1;
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

static ssize_t socket_recvmsg(int fd, struct msghdr *message, int flags)
{
  if (!before(fd, flags, PAUSE("recvmsg"))) return -1;
  return after(fd, recvmsg(fd, message, flags));
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

/* One that is longer than there is room for is the host's to wait for. */
static ssize_t socket_sendmsg(int fd, const struct msghdr *message, int flags)
{
  bool pipe = libc_pipe_has(fd);
  if (pipe && !libc_pipe_await_room(fd, PAUSE("sendmsg"))) return -1;
  ssize_t n = sendmsg(fd, message, flags);
  libc_pipe_changed(fd);
  return n;
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
