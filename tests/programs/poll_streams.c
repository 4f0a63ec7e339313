/* poll() and select(): standard streams are always ready, whatever the host's
 * input does; without descriptors they are sleeps, of simulated time.
 *
 * run: np=3 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

static void polls(void)
{
  struct pollfd p[3] = {{0, POLLIN | POLLOUT, 0}, {1, POLLOUT, 0}, {-1, 0, 0}};
  CHECK(poll(p, 3, -1) == 2);
  CHECK(p[0].fd == 0 && p[0].revents == POLLIN);
  CHECK(p[1].fd == 1 && p[1].revents == POLLOUT);
  CHECK(p[2].fd == -1 && p[2].revents == 0);
  struct timespec long_time = {1000, 0};
  CHECK(ppoll(p, 1, &long_time, NULL) == 1);
}

static void with_a_pipe(void)
{
  int ends[2];
  char byte = 0;
  CHECK(pipe(ends) == 0);
  struct pollfd p[2] = {{ends[0], POLLIN, 0}, {0, POLLIN, 0}};
  CHECK(poll(p, 2, 1000000) == 1 && p[1].revents == POLLIN);
  CHECK(write(ends[1], &byte, 1) == 1);
  CHECK(poll(p, 2, 1000000) == 2 && p[0].revents == POLLIN);
  CHECK(p[1].revents == POLLIN && p[1].fd == 0);

  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(0, &reads);
  FD_SET(ends[0], &reads);
  CHECK(select(ends[0] + 1, &reads, NULL, NULL, NULL) == 2);
  CHECK(FD_ISSET(0, &reads) && FD_ISSET(ends[0], &reads));
  CHECK(read(ends[0], &byte, 1) == 1);
  CHECK(select(ends[0] + 1, &reads, NULL, NULL, NULL) == 1);
  CHECK(FD_ISSET(0, &reads) && !FD_ISSET(ends[0], &reads));
  close(ends[0]);
  close(ends[1]);
}

static void selects(void)
{
  fd_set reads, writes, errors;
  struct timeval t = {1000, 0};
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_ZERO(&errors);
  FD_SET(0, &reads);
  FD_SET(2, &writes);
  FD_SET(0, &errors);
  CHECK(select(3, &reads, &writes, &errors, &t) == 2);
  CHECK(FD_ISSET(0, &reads) && FD_ISSET(2, &writes) && !FD_ISSET(0, &errors));
}

static void sleeps(void)
{
  double begin = MPI_Wtime();
  struct timeval t = {2, 500000};
  struct timespec s = {1, 0};
  struct pollfd never = {-1, POLLIN, 0};
  fd_set errors;
  FD_ZERO(&errors);
  FD_SET(1, &errors);
  CHECK(poll(NULL, 0, 1500) == 0);
  CHECK(poll(&never, 1, 500) == 0);
  CHECK(ppoll(NULL, 0, &s, NULL) == 0);
  CHECK(select(0, NULL, NULL, NULL, &t) == 0);
  CHECK(pselect(2, NULL, NULL, &errors, &s, NULL) == 0 &&
        !FD_ISSET(1, &errors));
  double passed = MPI_Wtime() - begin;
  CHECK(passed > 6.499 && passed < 6.501);
}

/* select() takes more microseconds than a second has. */
static void waits_for_a_pipe(void)
{
  int ends[2];
  fd_set reads;
  CHECK(pipe(ends) == 0);
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  double begin = MPI_Wtime();
  struct timeval t = {0, 1500000};
  CHECK(select(ends[0] + 1, &reads, NULL, NULL, &t) == 0);
  double passed = MPI_Wtime() - begin;
  CHECK(passed > 1.499 && passed < 1.501);
  t = (struct timeval){0, -1};
  CHECK(select(ends[0] + 1, &reads, NULL, NULL, &t) == -1 && errno == EINVAL);
  close(ends[0]);
  close(ends[1]);
}

int main(int argc, char **argv)
{
  char byte;
  MPI_Init(&argc, &argv);
  polls();
  with_a_pipe();
  selects();
  sleeps();
  waits_for_a_pipe();
  CHECK(read(0, &byte, 1) == 0);
  report();
  MPI_Finalize();
  return 0;
}
