/* A thread waits for another one with poll, select, epoll_wait or a socket's
 * functions, in simulated time: until something is written, by whatever
 * function, or until its time is over.
 *
 * build: -pthread
 * run: np=2 args="poll" twice=1
 * run: np=2 args="select"
 * run: np=2 args="epoll"
 * run: np=2 args="recv"
 * run: np=2 args="msg"
 * run: np=2 args="room"
 * run: np=2 args="shut"
 * run: np=2 args="all"
 * run: np=2 args="dprintf"
 * run: np=2 args="again"
 * run: np=2 args="limit"
 * run: np=2 args="poll" options="--check"
 * run: np=2 args="select" options="--check"
 * run: np=2 args="epoll" options="--check"
 * run: np=2 args="recv" options="--check"
 * run: np=2 args="room" options="--check"
 * stdout: ok
 * run: np=2 args="never poll" options="--patience 0.1" exit=122
 * stderr: poll finds nothing, again and again
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <oriel.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MUCH = 1 << 18 /* more than there is room for */ };

static const char *how;
static bool never;
static int ends[2]; /* read here, written there */
static int got;     /* by the thread, before it writes */
static MPI_Win win;

static bool is(const char *name)
{
  return strcmp(how, name) == 0;
}

static void *work(void *unused)
{
  static char much[MUCH];
  MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  oriel_compute(1e-3);
  if (never) return unused;
  if (is("room")) {
    while (read(ends[0], much, MUCH) == MUCH)
      ;
  } else if (is("recv") || is("msg")) {
    struct iovec v = {"line\n", 5};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    CHECK((is("msg") ? sendmsg(ends[1], &m, 0)
                     : send(ends[1], "line\n", 5, MSG_NOSIGNAL)) == 5);
  } else if (is("all")) {
    CHECK(send(ends[1], "in two ", 7, 0) == 7);
    oriel_compute(1e-3);
    CHECK(write(ends[1], "parts", 5) == 5);
  } else if (is("dprintf")) {
    CHECK(dprintf(ends[1], "line\n") == 5);
  } else if (is("shut")) {
    CHECK(shutdown(ends[1], SHUT_WR) == 0);
  } else {
    CHECK(write(ends[1], "line\n", 5) == 5);
  }
  return unused;
}

static void fill(void)
{
  static char much[MUCH];
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  while (write(ends[1], much, MUCH) > 0)
    ;
}

static void poll_for(short events, int milliseconds, int ready)
{
  struct pollfd p[] = {{.fd = -1}, {ends[events == POLLOUT], events, 0}};
  CHECK(poll(p, 2, milliseconds) == ready);
  CHECK(p[1].revents == (ready ? events : 0) && p[0].revents == 0);
}

static void await_select(void)
{
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  struct timeval t = {3600, 0};
  CHECK(select(ends[0] + 1, &set, NULL, NULL, &t) == 1);
  CHECK(FD_ISSET(ends[0], &set));
}

static void await_epoll(void)
{
  struct epoll_event e = {.events = EPOLLIN, .data.u32 = 7}, found[2];
  int all = epoll_create1(0);
  CHECK(epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &e) == 0);
  CHECK(epoll_wait(all, found, 2, 0) == 0);
  CHECK(epoll_wait(all, found, 2, -1) == 1 && found[0].data.u32 == 7);
  CHECK(close(all) == 0);
}

static void await_message(void)
{
  char text[16] = "";
  struct iovec v = {text, sizeof text};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
  CHECK(recv(ends[0], text, sizeof text, MSG_DONTWAIT) == -1);
  CHECK((is("msg") ? recvmsg(ends[0], &m, 0)
                   : recv(ends[0], text, sizeof text, 0)) == 5);
  CHECK(strcmp(text, "line\n") == 0);
}

static void await(void)
{
  char c, text[13] = "";
  if (is("poll"))
    poll_for(POLLIN, -1, 1);
  else if (is("select"))
    await_select();
  else if (is("epoll"))
    await_epoll();
  else if (is("recv") || is("msg"))
    await_message();
  else if (is("room"))
    fill(), poll_for(POLLOUT, -1, 1);
  else if (is("shut"))
    CHECK(recv(ends[0], &c, 1, 0) == 0);
  else if (is("all"))
    CHECK(recv(ends[0], text, 12, MSG_WAITALL) == 12 &&
          strcmp(text, "in two parts") == 0);
  else if (is("dprintf"))
    CHECK(read(ends[0], text, 12) == 5);
  else if (is("again"))
    for (struct pollfd p = {ends[0], POLLIN, 0}; poll(&p, 1, 0) == 0;)
      ;
}

/* There is nobody else yet. */
static void await_limit(void)
{
  struct timeval t = {0, 20000}; /* which kernels do not round */
  int pair[2];
  char c;
  poll_for(POLLIN, 0, 0);
  double start = MPI_Wtime();
  poll_for(POLLIN, 1, 0);
  CHECK(fabs(MPI_Wtime() - start - 1e-3) < 1e-7);
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  CHECK(setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t) == 0);
  start = MPI_Wtime();
  CHECK(recv(pair[0], &c, 1, 0) == -1 && errno == EAGAIN);
  CHECK(fabs(MPI_Wtime() - start - 2e-2) < 1e-7);
  CHECK(close(pair[0]) == 0 && close(pair[1]) == 0);
}

int main(int argc, char **argv)
{
  int rank, provided, *memory;
  never = argc > 2;
  how = argv[argc - 1];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof got, sizeof got, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  *memory = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    bool sockets = is("recv") || is("msg") || is("shut") || is("all");
    pthread_t thread;
    double start = MPI_Wtime();
    if (sockets)
      CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    else
      CHECK(pipe(ends) == 0);
    if (is("limit")) await_limit();
    pthread_create(&thread, NULL, work, NULL);
    await();
    if (!is("limit")) CHECK(got++ == 7 && MPI_Wtime() - start > 1e-3);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
