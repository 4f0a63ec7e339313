/* The signals of a death jump back to guard_run. */
#include "guard.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { SIGNALS = 4 };

static const int signals[SIGNALS] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static sigjmp_buf escape;

static void died(int signal)
{
  (void)signal;
  siglongjmp(escape, 1);
}

/* The descriptor behind which standard error is kept; -1: it is not silent. */
static int errors_silence(void)
{
  fflush(stderr);
  int kept = dup(STDERR_FILENO), nothing;
  if (kept < 0) return -1;
  nothing = open("/dev/null", O_WRONLY);
  if (nothing < 0) return kept;
  dup2(nothing, STDERR_FILENO);
  close(nothing);
  return kept;
}

static void errors_restore(int kept)
{
  fflush(stderr);
  if (kept < 0) return;
  dup2(kept, STDERR_FILENO);
  close(kept);
}

bool guard_run(void (*f)(void *), void *arg)
{
  struct sigaction before[SIGNALS], action = {.sa_handler = died};
  volatile bool lives = false;
  for (int i = 0; i < SIGNALS; i++)
    sigaction(signals[i], &action, &before[i]);
  if (sigsetjmp(escape, 1) == 0) {
    f(arg);
    lives = true;
  }
  for (int i = 0; i < SIGNALS; i++)
    sigaction(signals[i], &before[i], NULL);
  return lives;
}

bool guard_run_silently(void (*f)(void *), void *arg)
{
  int kept = errors_silence();
  bool lives = guard_run(f, arg);
  errors_restore(kept);
  return lives;
}
