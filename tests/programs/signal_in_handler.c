/* A fault in the handler of one is none that it handles, unless it asks for
 * that; one of another kind has its own handler.
 *
 * mpich: no (the shell tells it there)
 * run: np=2 args="same" exit=123
 * stderr: rank 1 was killed by SIGSEGV: a null pointer was used
 * run: np=2 args="masked" exit=123
 * stderr: rank 1 was killed by SIGFPE: integer division by zero
 * run: np=2 args="nodefer" exit=123
 * stderr: rank 1 was killed by SIGSEGV: a null pointer was used
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <setjmp.h>
#include <signal.h>

static volatile int zero, depth;
static sigjmp_buf before;
static volatile sig_atomic_t divided;

static void store(int signal)
{
  *(volatile int *)8 = signal;
}

static void divide(int signal)
{
  depth = signal / zero;
}

static void leave(int signal)
{
  divided += signal == SIGFPE;
  siglongjmp(before, 1);
}

/* Another one in the handler; the same, if asked for, a few times. */
static void fault_again(int signal)
{
  if (signal == SIGFPE) leave(signal);
  if (depth++ < 3) store(signal);
  divide(signal);
}

static void install(int signal, void (*handler)(int), int flags)
{
  struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&a.sa_mask);
  if (flags & SA_RESTART) sigaddset(&a.sa_mask, SIGFPE);
  CHECK(sigaction(signal, &a, NULL) == 0);
}

static void legal(void)
{
  install(SIGSEGV, fault_again, SA_NODEFER);
  install(SIGFPE, fault_again, 0);
  static volatile int i;
  for (i = 1; i <= 2; i++) {
    depth = 0;
    if (sigsetjmp(before, 1) == 0) store(0);
    CHECK(divided == i);
  }
  install(SIGSEGV, divide, 0);
  for (; i <= 4; i++) {
    if (sigsetjmp(before, 1) == 0) store(0);
    CHECK(divided == i);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  const char *how = argc > 1 ? argv[1] : "";
  if (*how && rank == 1) {
    install(SIGFPE, leave, 0);
    install(SIGSEGV, *how == 'm' ? divide : store,
            *how == 'n'   ? SA_NODEFER
            : *how == 'm' ? SA_RESTART
                          : 0);
    store(0);
  }
  if (!*how) legal();
  report();
  MPI_Finalize();
  return 0;
}
