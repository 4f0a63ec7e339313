/* Signals belong to a rank: its handlers, its mask, what it sends itself, and
 * what the machine reports of it.
 *
 * run: np=3 twice=1
 * stdout: ok
 * run: np=3 args="default" exit=123
 * stderr: rank 1 was killed by SIGTERM, which it sent itself
 * run: np=3 args="kill" exit=123
 * stderr: rank 1 was killed by SIGKILL, which it sent itself
 * run: np=3 args="group" exit=123
 * stderr: rank 1 was killed by SIGTERM, which it sent itself
 * run: np=3 args="bus" exit=123
 * stderr: rank 1 was killed by SIGBUS, which it sent itself
 * run: np=2 args="restored" exit=123
 * stderr: rank 0 was killed by SIGSEGV
 * run: np=2 args="wait" exit=125
 * stderr: sigsuspend
 */
#include "check.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t got, count, got_code;
static sigjmp_buf before;

static void note(int signal)
{
  got = signal;
  count++;
}

static void note_more(int signal)
{
  got = 100 + signal;
}

static void note_info(int signal, siginfo_t *info, void *context)
{
  (void)context;
  got = 200 + (info->si_signo == signal);
  got_code = info->si_code;
}

static void leap(int signal)
{
  got = signal;
  siglongjmp(before, 1);
}

static void handlers(int rank)
{
  void (*old)(int) = signal(SIGUSR1, rank ? note : note_more);
  CHECK(old == SIG_DFL);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(raise(SIGUSR1) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(got == (rank ? SIGUSR1 : 100 + SIGUSR1));
  CHECK(kill(getpid(), SIGUSR1) == 0 && kill(getpid(), 0) == 0);
  CHECK(getpgid(0) == getpgrp());
  CHECK(killpg(getpgrp(), 0) == 0 && kill(-getpgrp(), 0) == 0);
  CHECK(count == (rank ? 2 : 0));
  struct sigaction a = {.sa_sigaction = note_info,
                        .sa_flags = SA_SIGINFO | SA_RESETHAND};
  struct sigaction was;
  CHECK(sigaction(SIGUSR2, &a, NULL) == 0);
  raise(SIGUSR2);
  CHECK(got == 201);
  CHECK(sigaction(SIGUSR2, NULL, &was) == 0 && was.sa_handler == SIG_DFL);
  CHECK(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
  CHECK(raise(SIGUSR2) == 0 && raise(SIGCHLD) == 0);
  CHECK(signal(SIGKILL, note) == SIG_ERR && signal(0, note) == SIG_ERR);
}

static void masks(int rank)
{
  sigset_t set, old, pending;
  int seen = count;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  if (rank == 2) CHECK(sigprocmask(SIG_BLOCK, &set, &old) == 0);
  raise(SIGUSR1);
  CHECK(sigpending(&pending) == 0);
  CHECK(sigismember(&pending, SIGUSR1) == (rank == 2));
  CHECK(count == seen + (rank == 1));
  if (rank == 2) CHECK(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
  CHECK(count == seen + (rank != 0));
}

/* One that is ignored meanwhile does not come later. */
static void ignored(void)
{
  sigset_t set, pending;
  int seen = count;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGCHLD);
  CHECK(signal(SIGUSR1, note) != SIG_ERR && signal(SIGCHLD, note) == SIG_DFL);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  CHECK(raise(SIGUSR1) == 0 && raise(SIGCHLD) == 0);
  CHECK(signal(SIGUSR1, SIG_IGN) == note && signal(SIGCHLD, SIG_DFL) == note);
  CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGUSR1));
  CHECK(!sigismember(&pending, SIGCHLD));
  CHECK(signal(SIGUSR1, note) == SIG_IGN && signal(SIGCHLD, note) == SIG_DFL);
  CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0 && count == seen);
  CHECK(signal(SIGCHLD, SIG_DFL) == note);
}

/* Whether a signal was sent to the thread or to the process is told as it was
 * sent, though it may come later. */
static void codes(void)
{
  struct sigaction a = {.sa_sigaction = note_info, .sa_flags = SA_SIGINFO};
  sigset_t set, old;
  CHECK(sigaction(SIGUSR2, &a, NULL) == 0);
  CHECK(raise(SIGUSR2) == 0 && got_code == SI_TKILL);
  CHECK(kill(getpid(), SIGUSR2) == 0 && got_code == SI_USER);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  for (int i = 0; i < 2; i++) {
    CHECK(sigprocmask(SIG_BLOCK, &set, &old) == 0);
    got_code = 0;
    CHECK((i ? raise(SIGUSR2) : kill(getpid(), SIGUSR2)) == 0 && !got_code);
    CHECK((i ? kill(getpid(), SIGUSR2) : raise(SIGUSR2)) == 0 && !got_code);
    CHECK(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
    CHECK(got_code == (i ? SI_TKILL : SI_USER));
  }
  CHECK(signal(SIGUSR2, SIG_IGN) != SIG_ERR);
}

/* What the machine reports: the handler leaves, twice. */
static void faults(void)
{
  static volatile int zero;
  for (int i = 0; i < 2; i++) {
    signal(SIGFPE, leap);
    if (sigsetjmp(before, 1) == 0) got = 17 / zero;
    CHECK(got == SIGFPE);
    signal(SIGSEGV, leap);
    if (sigsetjmp(before, 1) == 0) *(volatile int *)8 = 1;
    CHECK(got == SIGSEGV);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  handlers(rank);
  masks(rank);
  ignored();
  codes();
  faults();
  const char *how = argc > 1 ? argv[1] : "";
  if (!strcmp(how, "default") && rank == 1) raise(SIGTERM);
  if (!strcmp(how, "kill") && rank == 1) raise(SIGKILL);
  if (!strcmp(how, "group") && rank == 1) killpg(0, SIGTERM);
  if (!strcmp(how, "bus") && rank == 1) raise(SIGBUS);
  if (!strcmp(how, "restored") && rank == 0) {
    signal(SIGSEGV, SIG_DFL);
    *(volatile int *)8 = 1;
  }
  if (!strcmp(how, "wait")) {
    sigset_t none;
    sigemptyset(&none);
    sigsuspend(&none);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
