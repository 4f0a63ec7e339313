/* select() takes the time that it has waited from its limit, as Linux does;
 * what is no limit, or not open to be read, is refused.
 *
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *unused)
{
  usleep(20000);
  CHECK(write(ends[1], "x", 1) == 1);
  return unused;
}

/* Microseconds that are left of so many. */
static long left(int expected, long of)
{
  fd_set set;
  struct timeval t = {of / 1000000, of % 1000000};
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  CHECK(select(ends[0] + 1, &set, NULL, NULL, &t) == expected);
  return t.tv_sec * 1000000 + t.tv_usec;
}

int main(int argc, char **argv)
{
  char byte;
  int level;
  pthread_t thread;
  struct timeval half = {0, 500000};
  struct timespec none = {0, -1};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  CHECK(select(0, NULL, NULL, NULL, &half) == 0);
  CHECK(half.tv_sec == 0 && half.tv_usec == 0);
  CHECK(pipe(ends) == 0);
  CHECK(left(0, 20000) == 0);
  pthread_create(&thread, NULL, writes, NULL);
  long rest = left(1, 1100000);
  CHECK(rest > 900000 && rest <= 1080000);
  pthread_join(thread, NULL);
  CHECK(read(ends[0], &byte, 1) == 1);
  CHECK(read(ends[1], &byte, 1) == -1 && errno == EBADF);
  CHECK(select(-1, NULL, NULL, NULL, &half) == -1 && errno == EINVAL);
  CHECK(ppoll(NULL, 0, &none, NULL) == -1 && errno == EINVAL);
  int code = report();
  MPI_Finalize();
  return code;
}
