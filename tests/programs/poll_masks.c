/* A loop that computes and blocks all signals now and then, past the C
 * library's functions, as the library does inside: looking whether it waits
 * does not kill it.
 *
 * mpich: no (a system call)
 * stdout: ok
 * run: np=2
 */
#include "check.h"

#include <signal.h>
#include <sys/syscall.h>

/* Not syscall(), which may be anybody's. */
static long set_mask(long how, const unsigned long *set, unsigned long *old)
{
  register long size __asm__("r10") = sizeof *set;
  long result = SYS_rt_sigprocmask;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(how), "S"(set), "d"(old), "r"(size)
                   : "rcx", "r11", "memory");
  return result;
}

enum { TIMES = 500000, ADDED = 50 };

int main(int argc, char **argv)
{
  unsigned long all = ~0UL, old;
  volatile unsigned sum = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < TIMES; i++) {
    CHECK(set_mask(SIG_BLOCK, &all, &old) == 0);
    sum += (unsigned)i;
    CHECK(set_mask(SIG_SETMASK, &old, NULL) == 0);
    for (int k = 0; k < ADDED; k++)
      sum += (unsigned)k;
  }
  long once = ADDED * (ADDED - 1) / 2;
  CHECK(sum == (unsigned)(TIMES * (TIMES - 1L) / 2 + TIMES * once));
  report();
  MPI_Finalize();
}
