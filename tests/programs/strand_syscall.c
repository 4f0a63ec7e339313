/* Who sleeps, yields or draws random numbers by syscall() does so in the
 * simulation, as by the C library's functions. The clocks of the kernel are the
 * host's.
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
#include <time.h>
#include <unistd.h>

enum { EPOCH = 946684800 }; /* 2000-01-01 */

int main(int argc, char **argv)
{
  struct timespec t = {0}, half = {0, 500000000}, wrong = {-1, 0};
  unsigned long number;
  MPI_Init(&argc, &argv);
  double begin = MPI_Wtime();
  CHECK(syscall(SYS_nanosleep, &half, NULL) == 0);
  CHECK(syscall(SYS_nanosleep, &wrong, NULL) == -1 && errno == EINVAL);
  CHECK(MPI_Wtime() - begin >= 0.5 && MPI_Wtime() - begin < 0.5001);
  CHECK(syscall(SYS_clock_gettime, CLOCK_REALTIME, &t) == 0);
  CHECK(t.tv_sec > EPOCH + 20 * 366 * 86400); /* no earlier than 2020 */
  CHECK(syscall(SYS_sched_yield) == 0);
  CHECK(syscall(SYS_getrandom, &number, sizeof number, 0) == sizeof number);
  fprintf(stderr, "drawn %lx\n", number);
  int code = report();
  MPI_Finalize();
  return code;
}
