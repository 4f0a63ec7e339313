/* What is sent and received through a pair of sockets, both of whose ends are
 * the rank's (libc_pipe.c). Other sockets are the host's. */
#include "libc.h"
#include "libc_pipe.h"

#include <sys/socket.h>

static void before(int fd, int flags, struct pause pause)
{
  bool waits = !(flags & MSG_DONTWAIT);
  if (libc_pipe_has(fd)) libc_pipe_before_read(fd, waits, pause);
}

static ssize_t after(int fd, ssize_t n)
{
  if (libc_pipe_has(fd)) libc_pipe_after_read(fd);
  return n;
}

static ssize_t socket_recv(int fd, void *bytes, size_t n, int flags)
{
  before(fd, flags, PAUSE("recv"));
  return after(fd, recv(fd, bytes, n, flags));
}

static ssize_t socket_recv_chk(int fd, void *bytes, size_t n, size_t room,
                               int flags)
{
  before(fd, flags, PAUSE("recv"));
  return after(fd, recv(fd, bytes, n < room ? n : room, flags));
}

static ssize_t socket_recvfrom(int fd, void *bytes, size_t n, int flags,
                               struct sockaddr *from, socklen_t *length)
{
  before(fd, flags, PAUSE("recvfrom"));
  return after(fd, recvfrom(fd, bytes, n, flags, from, length));
}

static ssize_t socket_recvmsg(int fd, struct msghdr *message, int flags)
{
  before(fd, flags, PAUSE("recvmsg"));
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
  libc_pipe_await_room(fd, PAUSE("sendmsg"));
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
