/* A program whose handler mends faults computes long enough to be looked at:
 * its sums, which reach into a page that may not be written, are done once, and
 * a call to where no code is faults there.
 *
 * build: -D_GNU_SOURCE
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { PAGE = 4096, ROUNDS = 60000, STEP = 0x10003 };
#define NOWHERE ((greg_t)0x123450)

static char *pages;
static volatile long calls, others;

static void fault(int number, siginfo_t *info, void *context)
{
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  (void)number;
  if (r[REG_RIP] == NOWHERE) { /* return */
    r[REG_RIP] = *(greg_t *)r[REG_RSP];
    r[REG_RSP] += sizeof(greg_t);
    calls++;
  } else if ((char *)info->si_addr == pages + PAGE) {
    mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE);
  } else {
    others++;
    _Exit(1);
  }
}

static void sums(void)
{
  uint32_t sum = 0;
  uint32_t *across = (uint32_t *)(pages + PAGE - 2);
  for (int i = 0; i < ROUNDS; i++) {
    mprotect(pages + PAGE, PAGE, PROT_READ);
    __asm__ volatile("addl %1, (%0)" : : "r"(across), "i"(STEP) : "memory");
    sum += STEP;
  }
  CHECK(memcmp(&sum, across, sizeof sum) == 0);
}

static void jumps(void)
{
  void (*volatile nowhere)(void) = (void (*)(void))NOWHERE;
  for (int i = 0; i < ROUNDS; i++) {
    for (volatile int k = 0; k < 1000; k++)
      ;
    nowhere();
  }
  CHECK(calls == ROUNDS);
  CHECK(others == 0);
}

int main(int argc, char **argv)
{
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO};
  MPI_Init(&argc, &argv);
  pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sigaction(SIGSEGV, &action, NULL);
  sums();
  jumps();
  int code = report();
  MPI_Finalize();
  return code;
}
