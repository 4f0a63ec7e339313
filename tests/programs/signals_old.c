/* What older functions do to handlers and masks concerns one rank, too.
 *
 * run: np=3 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static int rank, got;

static int mask_of(int signal)
{
  return 1 << (signal - 1);
}

static void note(int signal)
{
  got += signal;
}

static int is_blocked(int signal)
{
  sigset_t set;
  sigprocmask(SIG_BLOCK, NULL, &set);
  return sigismember(&set, signal);
}

/* One rank alone holds its signal back. */
static void held(void)
{
  CHECK(sigset(SIGUSR1, note) == SIG_DFL);
  if (rank == 1) CHECK(sighold(SIGUSR1) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(is_blocked(SIGUSR1) == (rank == 1));
  raise(SIGUSR1);
  CHECK(got == (rank == 1 ? 0 : SIGUSR1));
  CHECK(sigrelse(SIGUSR1) == 0 && got == SIGUSR1);
  CHECK(sigset(SIGUSR1, SIG_HOLD) == note && is_blocked(SIGUSR1));
  CHECK(sigset(SIGUSR1, SIG_IGN) == SIG_HOLD && !is_blocked(SIGUSR1));
  CHECK(sigset(SIGUSR1, SIG_DFL) == SIG_IGN);
  CHECK(sigignore(SIGUSR1) == 0 && raise(SIGUSR1) == 0);
}

static void masks(void)
{
  int usr2 = mask_of(SIGUSR2);
  signal(SIGUSR2, note);
  got = 0;
  CHECK(siggetmask() == 0);
  if (rank == 2) CHECK(sigblock(usr2) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(siggetmask() == (rank == 2 ? usr2 : 0));
  raise(SIGUSR2);
  CHECK(got == (rank == 2 ? 0 : SIGUSR2));
  CHECK(sigsetmask(mask_of(SIGHUP)) == (rank == 2 ? usr2 : 0));
  CHECK(got == SIGUSR2 && is_blocked(SIGHUP) && !is_blocked(SIGUSR2));
  CHECK(sigsetmask(0) == mask_of(SIGHUP));
  CHECK(tgkill(getpid(), gettid(), SIGUSR2) == 0 && got == 2 * SIGUSR2);
}

static void flags(void)
{
  struct sigaction a;
  if (rank == 0) CHECK(siginterrupt(SIGUSR2, 1) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  sigaction(SIGUSR2, NULL, &a);
  CHECK(((a.sa_flags & SA_RESTART) == 0) == (rank == 0));
}

static void refusals(void)
{
  CHECK(sighold(0) == -1 && errno == EINVAL && sigrelse(-1) == -1);
  CHECK(sigignore(SIGKILL) == -1 && sigset(0, note) == SIG_ERR);
  CHECK(sigset(SIGSTOP, note) == SIG_ERR && siginterrupt(1000, 1) == -1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  held();
  masks();
  flags();
  refusals();
  int result = report();
  MPI_Finalize();
  return result;
}
