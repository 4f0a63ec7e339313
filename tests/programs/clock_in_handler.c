/* Clocks in a handler of SIGSEGV, of several ranks at once.
 *
 * mpich: no (it may print in between)
 * stdout: ok
 * run: np=3 args="clock" twice=1
 * run: np=3 args="counter" twice=1
 * run: np=3 args="clock" options="--ppn 3"
 * run: np=3 args="counter" options="--ppn 3 --check"
 */
#define _GNU_SOURCE
#include "check.h"

#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <x86intrin.h>

static char *page;
static const char *how;
static volatile unsigned long long first, second;

static unsigned long long now(void)
{
  struct timespec t;
  if (!strcmp(how, "counter")) return __rdtsc();
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long long)t.tv_sec * 1000000000 +
         (unsigned long long)t.tv_nsec;
}

static void faulted(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info, (void)context;
  first = now();
  for (int i = 0; i < 10; i++)
    second = now();
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int main(int argc, char **argv)
{
  struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO};
  MPI_Init(&argc, &argv);
  how = argv[1];
  page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sigaction(SIGSEGV, &action, NULL);
  page[0] = 1;
  CHECK(page[0] == 1 && first < second && second <= now());
  int code = report();
  MPI_Finalize();
  return code;
}
