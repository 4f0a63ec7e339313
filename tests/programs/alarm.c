/* alarm() limits the simulated time of a rank, as test programs use it: who has
 * come to its date is killed, wherever it is then. A handler of the signal is
 * refused; a deadlock is reported, as ever.
 *
 * run: np=2 twice=1
 * stdout: ok
 * run: np=2 args="sleep" exit=123
 * stderr: rank 1 was killed by SIGALRM: the time that it gave alarm() is over
 * run: np=1 args="sleep" exit=123
 * stderr: rank 0 was killed by SIGALRM: the time that it gave alarm() is over
 * run: np=2 args="wait" exit=123
 * stderr: rank 1 in MPI_Barrier at alarm.c:81 was killed by SIGALRM: the time
 * run: np=2 args="read" options="--cost clock=1e-3" exit=123
 * stderr: rank 1 in MPI_Wtime at alarm.c:95 was killed by SIGALRM: the time
 * run: np=2 args="handle" exit=125
 * stderr: alarm.c:87: alarm() with a handler of SIGALRM is not supported
 * run: np=2 args="handle later" exit=125
 * stderr: alarm.c:91: alarm() with a handler of SIGALRM is not supported
 * run: np=2 args="stuck" exit=122
 * stderr: deadlock
 */
#include "check.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void note(int signal)
{
  (void)signal;
}

/* What is left of the one before is told, and what is taken back, ignored or
 * has not come when the rank ends kills nobody. */
static void check_legal(void)
{
  CHECK(alarm(0) == 0);
  CHECK(alarm(10) == 0);
  usleep(1200000);
  CHECK(alarm(3) == 9);
  CHECK(alarm(0) == 3);
  CHECK(alarm(0) == 0);
  sleep(20);
  signal(SIGALRM, SIG_IGN);
  alarm(1);
  sleep(2);
  CHECK(alarm(0) == 0);
  signal(SIGALRM, note);
  CHECK(alarm(0) == 0);
  raise(SIGALRM);
  signal(SIGALRM, SIG_DFL);
  MPI_Barrier(MPI_COMM_WORLD);
  alarm(rank + 1);
}

/* Blocked, it waits. */
static void check_blocked(void)
{
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  alarm(1);
  sleep(2);
  sigpending(&pending);
  CHECK(sigismember(&pending, SIGALRM));
  signal(SIGALRM, SIG_IGN);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  signal(SIGALRM, SIG_DFL);
}

static void wait_for(const char *how)
{
  int last = rank == size - 1;
  if (last) alarm(5);
  if (!strcmp(how, "sleep")) sleep(last ? 7 : 1);
  if (!strcmp(how, "wait")) {
    if (!last) sleep(6);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!strcmp(how, "stuck") && last)
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!strcmp(how, "handle")) {
    signal(SIGALRM, note);
    alarm(5);
  }
  if (!strcmp(how, "handle later")) {
    alarm(5);
    signal(SIGALRM, note);
  }
  if (!strcmp(how, "read") && last) {
    sleep(4);
    while (MPI_Wtime() < 10) {
    }
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) {
    wait_for(argc > 2 ? "handle later" : argv[1]);
  } else {
    check_blocked();
    check_legal();
  }
  MPI_Finalize();
  if (rank == 0) puts("ok");
  return 0;
}
