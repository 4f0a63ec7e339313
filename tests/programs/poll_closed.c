/* A standard stream that a rank has closed is none to its poll() and select(),
 * and still one to those of others.
 *
 * run: np=2
 * stdout: ok
 * mpich: no (standard output of ranks there is one file)
 */
#include "check.h"
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

static int wrote(int fd)
{
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fd, &set);
  int n = select(fd + 1, NULL, &set, NULL, NULL);
  return n == 1 && FD_ISSET(fd, &set);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  struct pollfd p[2] = {{1, POLLOUT, 0}, {0, POLLIN, 0}};
  SAME(poll(p, 2, -1), 2);
  SAME(p[0].revents, POLLOUT);
  SAME(p[1].revents, POLLIN);
  CHECK(wrote(1));
  int kept = dup(1);
  if (world_rank() == 1) {
    close(1);
    close(0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(poll(p, 2, -1), 2);
  SAME(p[0].revents, world_rank() ? POLLNVAL : POLLOUT);
  SAME(p[1].revents, world_rank() ? POLLNVAL : POLLIN);
  p[0].events = 0;
  SAME(poll(p, 1, 0), world_rank());
  errno = 0;
  CHECK(wrote(1) == !world_rank());
  SAME(errno, world_rank() ? EBADF : 0);
  if (world_rank()) dup2(kept, 1);
  CHECK(wrote(1));
  int code = report();
  MPI_Finalize();
  return code;
}
