/* A signal waits while its handler runs, and others that the handler was
 * installed with; a jump by siglongjmp() gives the mask back that sigsetjmp()
 * kept, one by longjmp() does not. SIGKILL cannot be blocked. A stack for
 * handlers is the one that was given.
 *
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static char seen[64];
static volatile int depth;
static sigjmp_buf before;

static void add(char c)
{
  seen[strlen(seen)] = c;
}

static void saw(const char *expected)
{
  if (strcmp(seen, expected)) fprintf(stderr, "saw %s\n", seen);
  CHECK(!strcmp(seen, expected));
  memset(seen, 0, sizeof seen);
}

static int is_blocked(int signal)
{
  sigset_t now;
  CHECK(sigprocmask(SIG_SETMASK, NULL, &now) == 0);
  return sigismember(&now, signal);
}

static void nest(int signal)
{
  add('(');
  if (depth++ < 2) raise(signal);
  if (depth == 1) raise(SIGUSR2);
  MPI_Barrier(MPI_COMM_SELF);
  add(is_blocked(signal) ? 'b' : 'f');
  add(')');
}

static void note(int signal)
{
  add(signal == SIGUSR2 ? '2' : '?');
}

static void leave(int signal)
{
  siglongjmp(before, signal);
}

static void about(int signal, siginfo_t *info, void *context)
{
  CHECK(info->si_signo == signal && info->si_pid == getpid());
  CHECK(info->si_uid == getuid() && context);
  add('i');
}

static void install(int signal, void (*handler)(int), int flags, int other)
{
  struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&a.sa_mask);
  if (other) sigaddset(&a.sa_mask, other);
  CHECK(sigaction(signal, &a, NULL) == 0);
}

static void nested(void)
{
  install(SIGUSR2, note, 0, 0);
  install(SIGUSR1, nest, 0, 0);
  raise(SIGUSR1);
  saw("(2b)(b)(b)");
  depth = 0;
  install(SIGUSR1, nest, 0, SIGUSR2);
  raise(SIGUSR1);
  saw("(b)(b)(b)2");
  depth = 0;
  install(SIGUSR1, nest, SA_NODEFER, 0);
  raise(SIGUSR1);
  saw("(((f)f)f)");
  CHECK(!is_blocked(SIGUSR1));
}

static void jumps(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigaddset(&set, SIGKILL);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0 && !is_blocked(SIGKILL));
  install(SIGUSR1, leave, 0, 0);
  if (sigsetjmp(before, 1) == 0) {
    CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
    raise(SIGUSR1);
    CHECK(0);
  }
  CHECK(is_blocked(SIGUSR2) && !is_blocked(SIGUSR1));
  if (sigsetjmp(before, 0) == 0) raise(SIGUSR1);
  CHECK(is_blocked(SIGUSR2) && is_blocked(SIGUSR1));
  raise(SIGUSR2);
  saw("");
  sigemptyset(&set);
  CHECK(sigprocmask(SIG_SETMASK, &set, NULL) == 0);
  saw("2");
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  nested();
  jumps();
  struct sigaction a = {.sa_sigaction = about, .sa_flags = SA_SIGINFO};
  CHECK(sigaction(SIGUSR1, &a, NULL) == 0);
  CHECK(raise(SIGUSR1) == 0 && raise(0) == 0);
  saw("i");
  static char memory[1 << 16];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory}, was;
  CHECK(sigaltstack(&stack, &was) == 0 && was.ss_flags == SS_DISABLE);
  CHECK(sigaltstack(NULL, &was) == 0 && was.ss_sp == memory && !was.ss_flags);
  int failed = report();
  MPI_Finalize();
  return failed;
}
