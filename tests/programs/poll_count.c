/* Loops that wait for memory, and count meanwhile, in a register or in memory,
 * upward or downward: the count ends none of them, so they wait. Their twins
 * would end by the count: they compute, see nothing that comes later, and take
 * no time.
 *
 * run: np=2 args="local"
 * run: np=2 args="global"
 * run: np=2 args="down"
 * run: np=2 args="both"
 * run: np=2 args="function"
 * run: np=2 args="below"
 * run: np=2 args="equal"
 * run: np=2 args="argument"
 * run: np=2 args="budget"
 * run: np=2 args="wide"
 * run: np=2 args="delay"
 * mpich: no (how long a loop takes)
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

#include <string.h>

enum { BOUND = 400000000 };

static volatile int *flag;
static long times;
static volatile int left = BOUND;

static void wait_local(void)
{
  int n = 0;
  while (!*flag)
    n++;
  CHECK(n > 0);
}

static void wait_global(void)
{
  while (!*flag)
    times++;
  CHECK(times > 0);
}

static void wait_down(void)
{
  volatile unsigned char n = 0;
  long m = 0;
  while (!*flag) {
    n -= 3;
    m -= 1L << 33;
  }
  CHECK(m < 0 && n == (unsigned char)(m / (1L << 33) * 3));
}

static void wait_both(void)
{
  volatile int n = 0;
  while (!flag[0] || !flag[1]) {
    n += 2;
    times--;
  }
  CHECK(n % 2 == 0 && times < 0);
}

__attribute__((noinline)) static int is_set(const volatile int *what)
{
  times++;
  return *what;
}

static void wait_function(void)
{
  while (!is_set(flag))
    ;
  CHECK(times > 0);
}

/* --- these end by themselves --- */

static void count_below(void)
{
  for (int i = 0; i < BOUND && !*flag; i++)
    ;
  CHECK(!*flag);
}

static void count_equal(void)
{
  for (times = 0; times != BOUND && !*flag; times++)
    ;
  CHECK(times == BOUND);
}

__attribute__((noinline)) static void count_to(long most)
{
  long n = 0;
  while (n != most && !*flag)
    n += 7;
  CHECK(n == most);
}

static void count_budget(void)
{
  while (!*flag && --left)
    ;
  CHECK(left == 0);
}

static void count_wide(void)
{
  long n = 0;
  while (!*flag && n < (long)BOUND << 32)
    n += 1L << 32;
  CHECK(n == (long)BOUND << 32);
}

static void count_delay(void)
{
  for (volatile int i = 0; i < BOUND; i++)
    ;
  CHECK(!*flag);
}

static const struct {
  const char *name;
  void (*f)(void);
  int waits;
} loops[] = {
    {"local", wait_local, 1},       {"global", wait_global, 1},
    {"down", wait_down, 1},         {"both", wait_both, 1},
    {"function", wait_function, 1}, {"below", count_below, 0},
    {"equal", count_equal, 0},      {"budget", count_budget, 0},
    {"wide", count_wide, 0},        {"delay", count_delay, 0},
};

static void loop(const char *name)
{
  double start = MPI_Wtime();
  int waits = 0;
  if (!strcmp(name, "argument")) count_to(7L * BOUND);
  for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++)
    if (!strcmp(name, loops[i].name)) {
      loops[i].f();
      waits = loops[i].waits;
    }
  double took = MPI_Wtime() - start;
  CHECK(waits ? took > 4e-6 : took < 1e-6);
}

int main(int argc, char **argv)
{
  int me, *base, ones[2] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &base, &win);
  flag = base;
  MPI_Win_lock_all(0, win);
  flag[0] = flag[1] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    loop(argc > 1 ? argv[1] : "");
  } else {
    oriel_compute(5e-6);
    MPI_Put(ones, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
