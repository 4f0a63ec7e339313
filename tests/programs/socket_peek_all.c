/* Who looks at all of what is to come by TCP, by MSG_PEEK with MSG_WAITALL,
 * waits until it is there, or no more can come; a limit of the socket ends that
 * with what is there, and the bytes are still to be read.
 *
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { ALL = MSG_PEEK | MSG_WAITALL };

static void writer(void)
{
  struct sockaddr_in at = {.sin_family = AF_INET};
  socklen_t size = sizeof at;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(s, (struct sockaddr *)&at, sizeof at) == 0 && listen(s, 1) == 0);
  getsockname(s, (struct sockaddr *)&at, &size);
  MPI_Send(&at, sizeof at, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  int c = accept(s, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    usleep(300000);
    SAME(write(c, &"abcdef"[2 * i], 2), 2);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(write(c, "xyz", 3), 3);
  MPI_Barrier(MPI_COMM_WORLD);
  usleep(300000);
  close(c);
}

static void reader(void)
{
  struct sockaddr_in at;
  struct timeval limit = {0, 100000}, none = {0, 0};
  char text[10] = "";
  MPI_Recv(&at, sizeof at, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
  SAME(recv(s, text, 6, ALL), 6);
  CHECK(!strcmp(text, "abcdef"));
  SAME(recv(s, text, 1, MSG_PEEK), 1);
  SAME(recv(s, text, 6, MSG_WAITALL), 6);
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  CHECK(recv(s, text, 6, ALL) == -1 && errno == EAGAIN);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(recv(s, text, 6, ALL), 3);
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
  SAME(recv(s, text, 6, ALL), 3);
  SAME(recv(s, text, 3, 0), 3);
  SAME(recv(s, text, 6, ALL), 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (world_rank() == 0)
    writer();
  else
    reader();
  int code = report();
  MPI_Finalize();
  return code;
}
