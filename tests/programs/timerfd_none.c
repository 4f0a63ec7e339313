/* There is no timerfd, as on a kernel without: a loop of events gives its
 * timeouts to epoll_wait() then, which takes simulated time.
 *
 * mpich: no (there is one)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <errno.h>
#include <mpi.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  errno = 0;
  CHECK(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) == -1);
  CHECK(errno == ENOSYS);

  int all = epoll_create1(0), wake = eventfd(0, 0);
  struct epoll_event event = {.events = EPOLLIN};
  CHECK(epoll_ctl(all, EPOLL_CTL_ADD, wake, &event) == 0);
  double begin = MPI_Wtime();
  CHECK(epoll_wait(all, &event, 1, 20) == 0);
  CHECK(MPI_Wtime() - begin >= 0.02 && MPI_Wtime() - begin < 0.03);
  CHECK(eventfd_write(wake, 1) == 0);
  CHECK(epoll_wait(all, &event, 1, -1) == 1);
  close(wake);
  close(all);
  int code = report();
  MPI_Finalize();
  return code;
}
