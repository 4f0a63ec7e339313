/* A descriptor that comes in a message is what it was at the rank that sent it:
 * who reads there waits in simulated time, also if the sender has closed its
 * own, or if it has been looked at before.
 *
 * run: np=2
 * stdout: ok
 * mpich: no (the name of the socket is one for all runs)
 */
#define _GNU_SOURCE
#include "check.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un at = {.sun_family = AF_UNIX};

static void give(int s, const int fds[2])
{
  char one = 'x', room[CMSG_SPACE(2 * sizeof(int))] = "";
  struct iovec v = {&one, 1};
  struct msghdr m = {.msg_iov = &v,
                     .msg_iovlen = 1,
                     .msg_control = room,
                     .msg_controllen = sizeof room};
  struct cmsghdr *h = CMSG_FIRSTHDR(&m);
  h->cmsg_level = SOL_SOCKET;
  h->cmsg_type = SCM_RIGHTS;
  h->cmsg_len = CMSG_LEN(2 * sizeof(int));
  memcpy(CMSG_DATA(h), fds, 2 * sizeof(int));
  SAME(sendmsg(s, &m, 0), 1);
}

static void take(int s, int fds[2], int flags)
{
  char one, room[CMSG_SPACE(2 * sizeof(int))];
  struct iovec v = {&one, 1};
  struct msghdr m = {.msg_iov = &v,
                     .msg_iovlen = 1,
                     .msg_control = room,
                     .msg_controllen = sizeof room};
  SAME(recvmsg(s, &m, flags), 1);
  memcpy(fds, CMSG_DATA(CMSG_FIRSTHDR(&m)), 2 * sizeof(int));
}

static void giver(int s)
{
  int p[2], pair[2];
  bind(s, (struct sockaddr *)&at, sizeof at);
  listen(s, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  int c = accept(s, NULL, NULL);
  CHECK(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  give(c, (int[]){p[0], pair[1]});
  close(p[0]);
  close(pair[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  sleep(1);
  SAME(write(p[1], "hello", 5), 5);
  sleep(1);
  SAME(write(pair[0], "again", 5), 5);
}

static void taker(int s)
{
  int fds[2];
  char text[6] = "";
  double start;
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
  take(s, fds, MSG_PEEK);
  close(fds[0]);
  close(fds[1]);
  take(s, fds, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  start = MPI_Wtime();
  SAME(read(fds[0], text, 5), 5);
  CHECK(!strcmp(text, "hello") && MPI_Wtime() - start >= 0.99);
  SAME(recv(fds[1], text, 5, MSG_WAITALL), 5);
  CHECK(!strcmp(text, "again") && MPI_Wtime() - start >= 1.99);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "socket-rights-%ld",
           (long)getuid());
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (world_rank() == 0)
    giver(s);
  else
    taker(s);
  int code = report();
  MPI_Finalize();
  return code;
}
