/* writev() between ranks' own ends: one message is one, and where there is no
 * room for all, it says how much has been written.
 *
 * run: np=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PART = 4096, PARTS = 64 };

static char part[PART], all[PART * PARTS];

static void check_message(void)
{
  int ends[2];
  char to[8];
  struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
  CHECK(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  CHECK(writev(ends[0], parts, 2) == 5);
  CHECK(read(ends[1], to, sizeof to) == 5 && memcmp(to, "abcde", 5) == 0);
  parts[1].iov_len = (size_t)-1;
  CHECK(writev(ends[0], parts, 2) == -1 && errno == EINVAL);
}

static void check_room(void)
{
  int ends[2];
  struct iovec parts[PARTS];
  for (int i = 0; i < PARTS; i++)
    parts[i] = (struct iovec){part, PART};
  CHECK(pipe2(ends, O_NONBLOCK) == 0);
  int room = fcntl(ends[1], F_GETPIPE_SZ);
  CHECK(room > PART && room < PART * PARTS);
  CHECK(writev(ends[1], parts, PARTS) == room);
  CHECK(writev(ends[1], parts, PARTS) == -1 && errno == EAGAIN);
  CHECK(read(ends[0], all, sizeof all) == room);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  check_message();
  check_room();
  int code = report();
  MPI_Finalize();
  return code;
}
