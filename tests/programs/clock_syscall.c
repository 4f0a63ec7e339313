/* What asks the kernel for time, or for random numbers, by syscall() gets the
 * simulation's, as by the C library's functions.
 *
 * mpich: no (there it is the machine's)
 * run: np=2 twice=1
 * stdout: ok
 * stderr: drawn
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { EPOCH = 946684800 }; /* 2000-01-01 */

int main(int argc, char **argv)
{
  struct timespec t = {0}, half = {0, 500000000}, wrong = {-1, 0};
  struct timeval v = {0};
  unsigned long number;
  MPI_Init(&argc, &argv);
  CHECK(syscall(SYS_nanosleep, &half, NULL) == 0);
  CHECK(syscall(SYS_nanosleep, &wrong, NULL) == -1 && errno == EINVAL);
  CHECK(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t) == 0);
  CHECK(t.tv_sec == 0 && t.tv_nsec >= 500000000 && t.tv_nsec < 500100000);
  CHECK(syscall(SYS_gettimeofday, &v, NULL) == 0 && v.tv_sec == EPOCH);
  CHECK(syscall(SYS_time, NULL) == EPOCH);
  CHECK(syscall(SYS_sched_yield) == 0);
  CHECK(syscall(SYS_getrandom, &number, sizeof number, 0) == sizeof number);
  fprintf(stderr, "drawn %lx\n", number);
  int code = report();
  MPI_Finalize();
  return code;
}
