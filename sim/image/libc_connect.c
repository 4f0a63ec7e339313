/* Connections of sockets.
 *
 * One between two ranks is like a pair of sockets that one rank has made
 * (libc_pipe.c), so who accepts or connects must not wait in the kernel for
 * another rank either. A connection from outside the run is taken when no rank
 * can go on, as nothing says when that comes. Invariant: `pending` has the
 * connections that ranks have made and none has accepted yet, oldest first;
 * `bound` the sockets to which ranks have given a place among the files, with
 * that, newest first. */
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
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct connection {
  struct connection *next;
  uint64_t to; /* libc_wait_file() of who listens */
  struct pipe *pipe;
};
static struct connection *pending;

struct bound {
  struct bound *next;
  uint64_t socket, file; /* libc_wait_file(), file_at() */
};
static struct bound *bound;
static int highest = 2; /* descriptor that was a socket */

union address {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  struct sockaddr_un un;
  struct sockaddr_storage room;
};

/* False: it has none, or one that nobody understands. */
static bool take_address(union address *a, const struct sockaddr *from,
                         socklen_t length)
{
  *a = (union address){0};
  if (!from || length > sizeof *a) return false;
  memcpy(a, from, length);
  return true;
}

static int note(int fd)
{
  if (fd > highest) highest = fd;
  return fd;
}

static int option(int fd, int level, int name)
{
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(fd, level, name, &value, &size) ? 0 : value;
}

/* --- sockets that are files --- */

static bool is_file(const union address *a)
{
  return a->any.sa_family == AF_UNIX && a->un.sun_path[0];
}

/* However it is called; 0: there is none. */
static uint64_t file_at(const union address *a)
{
  struct stat s;
  if (stat(a->un.sun_path, &s)) return 0;
  return libc_wait_object(WAIT_FILE, s.st_dev, s.st_ino);
}

/* Is that file this socket? One that is gone may have left its number. */
static bool is_bound(int fd, uint64_t file)
{
  const struct bound *b = bound;
  while (b && b->file != file)
    b = b->next;
  return b && b->socket == libc_wait_file(fd);
}

static int connect_bind(int fd, const struct sockaddr *address,
                        socklen_t length)
{
  union address here;
  int failed = bind(fd, address, length), error = errno;
  if (!failed && take_address(&here, address, length) && is_file(&here)) {
    struct bound *b = xcalloc(1, sizeof *b);
    *b = (struct bound){bound, libc_wait_file(fd), file_at(&here)};
    bound = b;
  }
  errno = error;
  return failed;
}

/* --- which sockets are the ranks' --- */

static bool is_internet(const union address *a)
{
  return a->any.sa_family == AF_INET || a->any.sa_family == AF_INET6;
}

/* IPv4's are among IPv6's. */
static struct in6_addr host_of(const union address *a)
{
  struct in6_addr host = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
  if (a->any.sa_family == AF_INET6) return a->in6.sin6_addr;
  memcpy(&host.s6_addr[12], &a->in.sin_addr, sizeof a->in.sin_addr);
  return host;
}

static bool is_all_of_four(const struct in6_addr *host)
{
  return IN6_IS_ADDR_V4MAPPED(host) && host->s6_addr32[3] == INADDR_ANY;
}

/* Who connects to all addresses connects to this host. */
static struct in6_addr goal_of(const union address *a)
{
  struct in6_addr host = host_of(a);
  if (IN6_IS_ADDR_UNSPECIFIED(&host)) return in6addr_loopback;
  if (is_all_of_four(&host)) host.s6_addr32[3] = htonl(INADDR_LOOPBACK);
  return host;
}

static bool hosts_match(int fd, struct in6_addr listens, struct in6_addr goal)
{
  bool is_four = IN6_IS_ADDR_V4MAPPED(&goal);
  if (IN6_IS_ADDR_UNSPECIFIED(&listens))
    return !is_four || !option(fd, IPPROTO_IPV6, IPV6_V6ONLY);
  return IN6_ARE_ADDR_EQUAL(&listens, &goal) ||
         (is_four && is_all_of_four(&listens));
}

/* Does this socket, whose address that is, listen there? */
static bool matches(int fd, const union address *listens, socklen_t n,
                    const union address *to, socklen_t m)
{
  if (is_internet(listens) && is_internet(to))
    return listens->in.sin_port == to->in.sin_port && /* as in6.sin6_port */
           hosts_match(fd, host_of(listens), goal_of(to));
  return n == m && memcmp(listens, to, n) == 0;
}

/* The socket of a rank that listens there; -1: there is none. */
static int listener_at(const struct sockaddr *address, socklen_t length)
{
  union address to;
  if (!take_address(&to, address, length)) return -1;
  uint64_t file = is_file(&to) ? file_at(&to) : 0;
  for (int fd = 3; fd <= highest; fd++) {
    union address here = {0};
    socklen_t n = sizeof here;
    if (!option(fd, SOL_SOCKET, SO_ACCEPTCONN)) continue;
    if (file ? is_bound(fd, file)
             : !getsockname(fd, &here.any, &n) &&
                   matches(fd, &here, n, &to, length))
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
  **at = (struct connection){NULL, listener, libc_pipe_begun(from)};
  send_at_once(from);
}

/* `made` is the other end of the oldest, if there is one. */
static void pop(uint64_t listener, int made)
{
  struct connection **at = pending_at(listener), *c = *at;
  if (!c) return;
  send_at_once(made);
  libc_pipe_ends(c->pipe, made);
  *at = c->next;
  free(c);
}

/* --- accept --- */

/* One from outside only when nothing but that can happen. */
static long try_accept(const long *a)
{
  int fd = (int)a[0], flags = fcntl(fd, F_GETFL);
  bool waits = flags >= 0 && !(flags & O_NONBLOCK) &&
               option(fd, SOL_SOCKET, SO_ACCEPTCONN);
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
  if (listener < 0 ||
      option(fd, SOL_SOCKET, SO_TYPE) != option(listener, SOL_SOCKET, SO_TYPE))
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

const struct libc_entry libc_connect_table[] = {
    {"accept", connect_accept}, {"accept4", connect_accept4},
    {"bind", connect_bind},     {"connect", connect_connect},
    {"socket", connect_socket}, {NULL, NULL}};
