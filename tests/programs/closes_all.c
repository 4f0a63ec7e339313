/* A rank that closes all descriptors that it has not opened goes on, as Oriel
 * keeps its own; one that asks the kernel to is told so.
 *
 * mpich: no (there each rank has its own)
 * run: np=3
 * stdout: ok
 * run: np=3 args="kernel" exit=124
 * stderr: a rank may close no descriptors but its own
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int calls; /* so that each rank has an image of its own */

static void by_number(void)
{
  for (int fd = 3; fd < 1024; fd++)
    close(fd);
  int ours = memfd_create("ours", 0), other = memfd_create("other", 0);
  CHECK(write(ours, "text", 4) == 4);
  for (int fd = other + 1; fd < 1024; fd++)
    CHECK(dup2(ours, fd) == fd || errno == EBADF);
  for (int fd = other + 1; fd < 1024; fd++)
    CHECK(dup3(ours, fd, O_CLOEXEC) == fd || errno == EBADF);
  CHECK(close_range(other, ours, 0) == -1 && errno == EINVAL);
  CHECK(close_range(other, 2000, CLOSE_RANGE_CLOEXEC) == 0);
  CHECK(fcntl(other, F_GETFD) == FD_CLOEXEC);
  CHECK(close_range(other, 2000, 0) == 0);
  CHECK(fcntl(other, F_GETFD) == -1 && fcntl(ours, F_GETFD) == 0);
  closefrom(3);
  CHECK(fcntl(ours, F_GETFD) == -1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  calls++;
  if (argc > 1)
    syscall(SYS_close_range, 3, ~0u, 0);
  else
    by_number();
  MPI_Barrier(MPI_COMM_WORLD);
  int failed = report();
  MPI_Finalize();
  return failed;
}
