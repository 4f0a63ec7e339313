/* sendmsg() and recvmsg() between threads of a rank wait in simulated time, for
 * all that is wanted, and for room for all that is sent; who looks only, or
 * does not want to wait, gets what there is.
 *
 * build: -pthread
 * run: np=1 args="receive"
 * run: np=1 args="look"
 * run: np=1 args="send"
 * run: np=1 args="full"
 * run: np=1 args="unread"
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <oriel.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MORE = 1 << 20 /* than a pair of sockets has room for */ };

static int ends[2];
static char sent[MORE], got[MORE];

static void pause_between(void)
{
  oriel_compute(1e-3);
}

static void *write_parts(void *unused)
{
  for (int i = 0; i < 4; i++) {
    pause_between();
    CHECK(write(ends[1], "abcdefgh" + 2 * i, 2) == 2);
  }
  return unused;
}

static void *read_all(void *unused)
{
  pause_between();
  for (ssize_t at = 0, n = 1; n > 0 && at < MORE; at += n)
    n = read(ends[0], got + at, MORE - at);
  return unused;
}

/* In two pieces, of which the first does not end where a part does. */
static void receive(void)
{
  char a[3], b[5];
  struct iovec pieces[] = {{a, sizeof a}, {b, sizeof b}};
  struct msghdr m = {.msg_iov = pieces, .msg_iovlen = 2};
  CHECK(recvmsg(ends[0], &m, MSG_WAITALL) == 8);
  CHECK(memcmp(a, "abc", 3) == 0 && memcmp(b, "defgh", 5) == 0);
}

static void look(void)
{
  char a[8];
  CHECK(recv(ends[0], a, sizeof a, MSG_PEEK | MSG_WAITALL) == 2);
  CHECK(memcmp(a, "ab", 2) == 0);
  CHECK(recv(ends[0], a, sizeof a, MSG_WAITALL) == 8);
  CHECK(memcmp(a, "abcdefgh", 8) == 0);
}

static void send_all(void)
{
  struct iovec pieces[] = {{sent, 7}, {sent + 7, MORE - 7}};
  struct msghdr m = {.msg_iov = pieces, .msg_iovlen = 2};
  for (int i = 0; i < MORE; i++)
    sent[i] = (char)(i % 251);
  CHECK(sendmsg(ends[1], &m, 0) == MORE);
}

static void fill(void)
{
  struct iovec piece = {sent, 1000};
  struct msghdr m = {.msg_iov = &piece, .msg_iovlen = 1};
  long all = 0, n;
  while ((n = sendmsg(ends[1], &m, MSG_DONTWAIT)) > 0)
    all += n;
  CHECK(n == -1 && errno == EAGAIN && all > 0 && all < MORE);
}

static volatile sig_atomic_t signals;

static void count(int signal)
{
  signals += signal == SIGPIPE;
}

static void unread(void)
{
  struct iovec piece = {sent, 1};
  struct msghdr m = {.msg_iov = &piece, .msg_iovlen = 1};
  close(ends[0]);
  signal(SIGPIPE, count);
  CHECK(sendmsg(ends[1], &m, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  CHECK(signals == 0);
  CHECK(sendmsg(ends[1], &m, 0) == -1 && errno == EPIPE && signals == 1);
}

static void beside(void *(*other)(void *), void (*own)(void))
{
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  own();
  pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  if (argc < 2) return 1;
  if (!strcmp(argv[1], "receive")) beside(write_parts, receive);
  if (!strcmp(argv[1], "look")) beside(write_parts, look);
  if (!strcmp(argv[1], "send")) beside(read_all, send_all);
  if (!strcmp(argv[1], "full")) fill();
  if (!strcmp(argv[1], "unread")) unread();
  if (!strcmp(argv[1], "send")) CHECK(memcmp(sent, got, MORE) == 0);
  int code = report();
  MPI_Finalize();
  return code;
}
