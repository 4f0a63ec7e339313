/* Ranks that ask in vain for a lock, and give up in the end, are no deadlock,
 * although they come back to one state of registers and the page of the stack
 * that they use last: they count further up the stack, read a clock at every
 * thousandth try alone, have a stack of their own, or count in memory, also in
 * an inner loop alone or between sleeps, and thousands of them.
 *
 * run: np=3 args="above 50000"
 * stdout: ok
 * run: np=3 args="outer 50000"
 * stdout: ok
 * run: np=3 args="inner 50000"
 * stdout: ok
 * run: np=3 args="clock 50000"
 * stdout: ok
 * run: np=3 args="own 50000"
 * stdout: ok
 * run: np=3 args="memory 15000"
 * stdout: ok
 * run: np=3 args="sleep 15000"
 * stdout: ok
 * run: np=1200 args="memory 1000" limit=30
 * stdout: ok
 */
#include "check.h"

#include <ucontext.h>
#include <unistd.h>

static MPI_Win win;
static long counted, limit;
static volatile char *used;

static int try(void)
{
  int one = 1, zero = 0, old;
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, win);
  MPI_Win_flush(0, win);
  return !old;
}

/* Below what its caller has on the stack. */
__attribute__((noinline)) static int try_below(int often)
{
  volatile char page[8192];
  used = page;
  page[0] = 0;
  int got = 0;
  for (int i = 0; i < often && !got; i++)
    got = try();
  used = NULL;
  return got + page[0];
}

/* It counts in memory up to a thousand, again and again. */
static int try_thousand(void)
{
  while (!try())
    if (++counted % 1000 == 0) return 0;
  return 1;
}

static void count_tries(void)
{
  for (volatile long n = 0; n < limit && !try(); n++) {
  }
}

static void ask_on_own_stack(void)
{
  static char stack[1 << 18];
  static ucontext_t before, own;
  getcontext(&own);
  own.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
  own.uc_link = &before;
  makecontext(&own, count_tries, 0);
  swapcontext(&before, &own);
}

static void ask(const char *how)
{
  long n = 0;
  double end = MPI_Wtime() + 1e-6 * (double)limit;
  if (!strcmp(how, "above"))
    while (!try_below(1) && n++ < limit) {
    }
  else if (!strcmp(how, "outer"))
    while (!try_below(5) && n++ < limit / 5) {
    }
  else if (!strcmp(how, "inner"))
    while (!try_thousand() && n++ < limit / 1000) {
    }
  else if (!strcmp(how, "own"))
    ask_on_own_stack();
  else if (!strcmp(how, "clock"))
    while (!try() && (++counted % 1000 || MPI_Wtime() < end)) {
    }
  else
    while (!try() && ++counted < limit)
      if (!strcmp(how, "sleep")) usleep(10);
}

int main(int argc, char **argv)
{
  limit = atol(argv[2]);
  MPI_Init(&argc, &argv);
  int *held;
  win = int_window(1, &held);
  *held = 1; /* until all have given up */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (world_rank() > 0) ask(argv[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
