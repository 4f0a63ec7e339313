/* A breakpoint in the program is a signal of the machine's: its handler is
 * called, also while the rank is stepped, or the rank is killed.
 *
 * run: np=2 limit=20
 * stdout: ok
 * run: np=2 args="kill" exit=123 limit=20
 * stderr: killed by SIGTRAP: a breakpoint that no debugger has set
 * run: np=2 args="kill long" exit=123 limit=20
 * stderr: killed by SIGTRAP: a breakpoint that no debugger has set
 */
#include "check.h"

#include <signal.h>

static volatile sig_atomic_t met;

static void note(int signal)
{
  met += signal == SIGTRAP;
}

static void stop(int is_long)
{
  if (is_long)
    __asm__ volatile(".byte 0xcd, 3");
  else
    __asm__ volatile("int3");
}

/* Long enough to be looked at; not for ever. */
static void meet_many(void)
{
  enum { MANY = 20000 };
  for (int i = 0; i < MANY; i++) {
    stop(i & 1);
    for (volatile int k = 0; k < 100; k++)
      ;
  }
  CHECK(met == MANY);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc == 1) {
    CHECK(signal(SIGTRAP, note) == SIG_DFL);
    meet_many();
  }
  if (argc > 1 && world_rank() == 1) stop(argc > 2);
  report();
  MPI_Finalize();
  return 0;
}
