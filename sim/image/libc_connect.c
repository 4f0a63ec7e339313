/* Connections of sockets.
 *
 * One between two ranks is like a pair of sockets that one rank has made
 * (libc_pipe.c), so who accepts or connects must not wait in the kernel for
 * another rank either. A connection from outside the run is taken when no rank
 * can go on, as nothing says when that comes. Invariant: `pending` has the
 * connections that ranks have made and none has accepted yet, oldest first. */
#include "libc.h"
#include "libc_io.h"
#include "libc_pipe.h"
#include "libc_wait.h"

#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct connection {
  struct connection *next;
  uint64_t to; /* libc_wait_file() of who listens */
  int from;    /* the descriptor that was connected */
};
static struct connection *pending;
static int highest = 2; /* descriptor that was a socket */

union address {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  struct sockaddr_storage room;
};

static int note(int fd)
{
  if (fd > highest) highest = fd;
  return fd;
}

static int option(int fd, int name)
{
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, name, &value, &size) ? 0 : value;
}

/* --- which sockets are the ranks' --- */

static bool matches(const union address *listens, socklen_t n,
                    const union address *to, socklen_t m)
{
  if (listens->any.sa_family != to->any.sa_family) return false;
  switch (to->any.sa_family) {
  case AF_INET:
    return listens->in.sin_port == to->in.sin_port &&
           (listens->in.sin_addr.s_addr == to->in.sin_addr.s_addr ||
            listens->in.sin_addr.s_addr == htonl(INADDR_ANY));
  case AF_INET6:
    return listens->in6.sin6_port == to->in6.sin6_port;
  default:
    return n == m && memcmp(listens, to, n) == 0;
  }
}

/* The socket of a rank that listens there; -1: there is none. */
static int listener_at(const struct sockaddr *address, socklen_t length)
{
  union address to = {0};
  if (!address || length > sizeof to) return -1;
  memcpy(&to, address, length);
  for (int fd = 3; fd <= highest; fd++) {
    union address here = {0};
    socklen_t n = sizeof here;
    if (option(fd, SO_ACCEPTCONN) && !getsockname(fd, &here.any, &n) &&
        matches(&here, n, &to, length))
      return fd;
  }
  return -1;
}

static struct connection **pending_at(uint64_t listener)
{
  struct connection **at = &pending;
  while (*at && (*at)->to != listener)
    at = &(*at)->next;
  return at;
}

/* What is sent is there at once, whatever time passes on the host. */
static void send_at_once(int fd)
{
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
}

static void push(uint64_t listener, int from)
{
  struct connection **at = &pending;
  while (*at)
    at = &(*at)->next;
  *at = xcalloc(1, sizeof **at);
  **at = (struct connection){NULL, listener, from};
  send_at_once(from);
  libc_pipe_made(from);
}

/* `made` is the other end of the oldest, if there is one. */
static void pop(uint64_t listener, int made)
{
  struct connection **at = pending_at(listener), *c = *at;
  if (!c) return;
  send_at_once(made);
  libc_pipe_copied(c->from, made);
  *at = c->next;
  free(c);
}

/* --- accept --- */

/* One from outside only when nothing but that can happen. */
static long try_accept(const long *a)
{
  int fd = (int)a[0], flags = fcntl(fd, F_GETFL);
  bool waits = flags >= 0 && !(flags & O_NONBLOCK) && option(fd, SO_ACCEPTCONN);
  bool none = waits && !poll(&(struct pollfd){fd, POLLIN, 0}, 1, 0);
  bool early = waits && !*pending_at(libc_wait_file(fd)) && !libc_wait_looks;
  if (none || early) return errno = EAGAIN, -1;
  return accept4(fd, (struct sockaddr *)a[1], (socklen_t *)a[2], (int)a[3]);
}

static bool always(const struct kernel_wait *w)
{
  (void)w;
  return true;
}

static int accept_by(int fd, struct sockaddr *from, socklen_t *length,
                     int flags, struct pause pause)
{
  struct kernel_wait w = {.attempt = try_accept,
                          .arguments = {fd, (long)from, (long)length, flags},
                          .object = libc_wait_file(fd),
                          .way = WAIT_BOTH,
                          .what = "a connection",
                          .at_once = fcntl(fd, F_GETFL) & O_NONBLOCK,
                          .date = HUGE_VAL,
                          .outside = always};
  int made = (int)libc_wait(&w, pause);
  if (made >= 0) pop(w.object, note(made));
  return made;
}

static int connect_accept(int fd, struct sockaddr *from, socklen_t *length)
{
  return accept_by(fd, from, length, 0, PAUSE("accept"));
}

static int connect_accept4(int fd, struct sockaddr *from, socklen_t *length,
                           int flags)
{
  return accept_by(fd, from, length, flags, PAUSE("accept4"));
}

/* --- connect --- */

/* TCP would ask again later, in the host's time. */
static bool is_full(int listener)
{
  struct tcp_info t = {0};
  socklen_t size = sizeof t;
  return !getsockopt(listener, IPPROTO_TCP, TCP_INFO, &t, &size) &&
         t.tcpi_unacked > t.tcpi_sacked;
}

static long try_connect(const long *a)
{
  int fd = (int)a[0], flags = fcntl(fd, F_GETFL), listener = (int)a[3];
  const struct sockaddr *to = (const struct sockaddr *)a[1];
  if (is_full(listener)) return errno = EAGAIN, -1;
  bool is_unix = to->sa_family == AF_UNIX;
  if (is_unix) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  int failed = connect(fd, to, (socklen_t)a[2]), error = errno;
  if (is_unix) fcntl(fd, F_SETFL, flags);
  if (!failed || error == EINPROGRESS) push(libc_wait_file(listener), fd);
  errno = error;
  return failed;
}

static int connect_connect(int fd, const struct sockaddr *to, socklen_t length)
{
  int listener = listener_at(to, length), flags = fcntl(fd, F_GETFL);
  if (listener < 0 || option(fd, SO_TYPE) != option(listener, SO_TYPE))
    return connect(fd, to, length);
  struct kernel_wait w = {.attempt = try_connect,
                          .arguments = {fd, (long)to, (long)length, listener},
                          .object = libc_wait_file(listener),
                          .way = WAIT_GIVES,
                          .what = "room among those that wait to be accepted",
                          .at_once = flags & O_NONBLOCK,
                          .date = HUGE_VAL};
  int failed = (int)libc_wait(&w, PAUSE("connect"));
  if (failed && errno == EINPROGRESS) libc_wait_changed(w.object);
  return failed;
}

static int connect_socket(int domain, int type, int protocol)
{
  return note(socket(domain, type, protocol));
}

const struct libc_entry libc_connect_table[] = {{"accept", connect_accept},
                                                {"accept4", connect_accept4},
                                                {"connect", connect_connect},
                                                {"socket", connect_socket},
                                                {NULL, NULL}};
