/* A handler that raises its own signal is called again when it has returned, as
 * often as that may be. What it was installed with does not keep SIGKILL back.
 *
 * mpich: no (the shell tells it there)
 * run: np=2 args="kill" exit=123
 * stderr: rank 1 was killed by SIGKILL
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <signal.h>

enum { OFTEN = 300000 };
static volatile int count, inside;

static void again(int signal)
{
  CHECK(inside++ == 0);
  if (++count < OFTEN) raise(signal);
  inside--;
}

static void killed(int signal)
{
  if (signal == SIGUSR2 && world_rank() == 1) raise(SIGKILL);
  if (world_rank() == 1) printf("still there\n");
}

int main(int argc, char **argv)
{
  struct sigaction a = {.sa_handler = killed};
  MPI_Init(&argc, &argv);
  sigfillset(&a.sa_mask);
  CHECK(sigaction(SIGUSR2, &a, NULL) == 0);
  if (argc > 1) raise(SIGUSR2);
  CHECK(signal(SIGUSR1, again) == SIG_DFL && raise(SIGUSR1) == 0);
  CHECK(count == OFTEN);
  int failed = report();
  MPI_Finalize();
  return failed;
}
