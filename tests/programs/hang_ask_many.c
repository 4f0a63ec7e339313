/* Of ranks that ask in vain and come back to a state of the program, a small
 * part of the patience is enough: a lock that is not given back is told soon,
 * also by hundreds. Those that count, on the stack or not too far in memory, or
 * that read a clock, may give up.
 *
 * mpich: no (it would hang)
 * run: np=3 exit=122 args="ever" limit=20 twice=1
 * stderr: ranks 1-2 at hang_ask_many.c:48: MPI_Compare_and_swap finds nothing
 * run: np=3 exit=122 args="two" limit=20
 * stderr: rank 2 at hang_ask_many.c:48: MPI_Compare_and_swap finds nothing
 * run: np=300 exit=122 args="ever" limit=20
 * stderr: ranks 1-299 at hang_ask_many.c:48: MPI_Compare_and_swap finds nothing
 * run: np=20 exit=122 args="probe" options="--patience 0.5" limit=20
 * stderr: ranks 2-19 at hang_ask_many.c:48: MPI_Compare_and_swap finds nothing
 * stderr: rank 1 at hang_ask_many.c:80: MPI_Iprobe finds nothing, again and again
 * run: np=3 args="stack 50000"
 * stdout: ok
 * run: np=3 args="memory 8000"
 * stdout: ok
 * run: np=3 args="clock 50000"
 * stdout: ok
 * run: np=3 args="time 50000"
 * stdout: ok
 */
#include "check.h"

#include <sys/time.h>

static MPI_Win win;
static int counted;
static long limit = 1L << 40;

static int is(const char *how, const char *what)
{
  return !strcmp(how, what);
}

static double time_of_day(void)
{
  struct timeval t;
  gettimeofday(&t, NULL);
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int try(int target)
{
  int one = 1, zero = 0, old;
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, target, 0, win);
  MPI_Win_flush(target, win);
  return !old;
}

static int gives_up(const char *how, long tries, double begin)
{
  if (is(how, "stack")) return tries > limit;
  if (is(how, "memory")) return ++counted > limit;
  if (is(how, "clock")) return MPI_Wtime() - begin > 1e-6 * (double)limit;
  if (is(how, "time")) return time_of_day() - begin > 1e-6 * (double)limit;
  return 0;
}

static void ask_for_lock(const char *how)
{
  double begin = is(how, "time") ? time_of_day() : MPI_Wtime();
  if (is(how, "stack"))
    for (long n = 0; !try(0) && !gives_up(how, n, begin); n++) {
    }
  else if (is(how, "two"))
    while (!try(0) && !try(1)) {
    }
  else
    while (!try(0) && !gives_up(how, 0, begin)) {
    }
}

static void ask_for_message(void)
{
  int flag = 0;
  while (!flag)
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  const char *how = argv[1];
  if (argc > 2) limit = atol(argv[2]);
  MPI_Init(&argc, &argv);
  int *held;
  win = int_window(1, &held);
  *held = 1; /* and nobody gives it back */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (world_rank() == 1 && is(how, "probe"))
    ask_for_message();
  else if (world_rank() > 0)
    ask_for_lock(how);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
