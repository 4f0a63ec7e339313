/* A stack for libdw, which takes more than a rank may have: 150 KiB to read
 * the lines of a file.
 *
 * Invariant: there is one such stack, and who works on it stays there; what
 * comes in between, such as a crash, works where it is. So does who works on
 * the stack of signals, which is as large: the next signal would begin at its
 * top again, were it left. */
#include "large_stack.h"

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

static struct {
  void (*f)(void *);
  void *arg;
} work;

static void run(void)
{
  work.f(work.arg);
}

static bool on_signal_stack(void)
{
  stack_t s;
  return sigaltstack(NULL, &s) == 0 && s.ss_flags & SS_ONSTACK;
}

void on_large_stack(void (*f)(void *arg), void *arg)
{
  static char stack[512 << 10] __attribute__((aligned(64)));
  static ucontext_t here, there;
  static bool busy;
  if (busy || on_signal_stack() || getcontext(&there)) {
    f(arg);
    return;
  }
  busy = true;
  work.f = f;
  work.arg = arg;
  there.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
  there.uc_link = &here;
  makecontext(&there, run, 0);
  swapcontext(&here, &there);
  busy = false;
}
