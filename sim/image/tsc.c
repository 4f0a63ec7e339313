/* The processor's counter of time stamps, as programs read it: simulated.
 *
 * The kernel can make `rdtsc` a fault, of which the handler of crashes asks
 * here. What a program reads are nanoseconds of its rank's local time, and cost
 * `clock`, as its other clocks do; what Oriel and the C library read is the
 * machine's. Reading a clock may park the rank, which the handler of a fault
 * cannot do, as its stack is everybody's: so a second signal does the reading,
 * on the rank's own, where that has room. Invariant: the instruction is the
 * program's next one until that has been done. */
#include "tsc.h"

#include "../engine/engine.h"
#include "../rank/rank.h"
#include "../trial.h"
#include "image.h"
#include "libc.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <x86intrin.h>

static bool in_program(const void *at)
{
  const char *path;
  return self && image_file_address(at, &path) != 0;
}

/* The length of the instruction, if it is `rdtsc` or `rdtscp`; else 0. */
static int length_at(const ucontext_t *u)
{
  static const unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 1, 0xf9};
  char code[sizeof rdtscp] = {0}; /* what can be read: who jumps anywhere may
                                     have come to this signal */
  trial_read(code, (void *)u->uc_mcontext.gregs[REG_RIP], sizeof code);
  if (memcmp(code, rdtsc, sizeof rdtsc) == 0) return sizeof rdtsc;
  return memcmp(code, rdtscp, sizeof rdtscp) == 0 ? sizeof rdtscp : 0;
}

static void go_on_behind(ucontext_t *u, int length, uint64_t count)
{
  greg_t *registers = u->uc_mcontext.gregs;
  registers[REG_RAX] = (greg_t)(count & UINT32_MAX);
  registers[REG_RDX] = (greg_t)(count >> 32);
  if (length == 3) registers[REG_RCX] = 0; /* which core it was */
  registers[REG_RIP] += length;
}

static uint64_t count_of(double seconds)
{
  return (uint64_t)(seconds * 1e9 + 0.5);
}

static uint64_t of_machine(void)
{
  prctl(PR_SET_TSC, PR_TSC_ENABLE);
  uint64_t count = __rdtsc();
  prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
  return count;
}

/* On the rank's stack, behind what the program has there. */
static void read_on_stack(int signal, siginfo_t *info, void *context)
{
  int saved_errno = errno;
  int length = info->si_code == SI_TKILL ? length_at(context) : 0;
  (void)signal;
  if (!self || !length) return;
  go_on_behind(context, length, count_of(libc_read_clock()));
  errno = saved_errno;
}

/* For what the kernel puts there, and for the reading. Stacks that the program
 * has made, or that all ranks share, have none. */
static bool has_room(const ucontext_t *u)
{
  enum { READING = 6 << 10 };
  void *low, *high;
  engine_stack(self->strand->context, &low, &high);
  uintptr_t at = (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
  return at < (uintptr_t)high &&
         at >= (uintptr_t)low + getauxval(AT_MINSIGSTKSZ) + READING;
}

bool tsc_is_read(int signal, const siginfo_t *info, ucontext_t *u)
{
  if (signal != SIGSEGV || info->si_code != SI_KERNEL) return false;
  int length = length_at(u);
  if (!length) return false;
  if (!in_program((void *)u->uc_mcontext.gregs[REG_RIP])) {
    go_on_behind(u, length, of_machine());
  } else if (!has_room(u)) {
    go_on_behind(u, length, count_of(libc_read_clock_here()));
  } else {
    sigdelset(&u->uc_sigmask, TSC_SIGNAL); /* who left a handler by longjmp() */
    raise(TSC_SIGNAL);
  }
  return true;
}

void tsc_open(void)
{
  struct sigaction a = {.sa_sigaction = read_on_stack,
                        .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (!sigaction(TSC_SIGNAL, &a, NULL)) prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
}
