/* What a rank stores while the timer looks at it is stored, errno, too.
 *
 * mpich: no (there SIGPROF ends a process)
 * run: np=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int base = 37;

int main(int argc, char **argv)
{
  enum { TIMES = 10, TICKS = 3 };
  MPI_Init(&argc, &argv);
  pid_t thread = (pid_t)syscall(SYS_gettid);
  for (int i = 0; i < TIMES; i++) {
    MPI_Barrier(MPI_COMM_SELF);
    errno = 0;
    for (int k = 0; k < TICKS; k++)
      syscall(SYS_tkill, thread, SIGPROF);
    CHECK(strtol("1", NULL, base) == 0 && errno == EINVAL);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
