/* Loops that wait for memory, and compute meanwhile, in a register or in memory:
 * count upward or downward, in numbers of all kinds, draw numbers, copy. What
 * they compute ends none of them, so they wait. Their twins would end by it:
 * they compute, see nothing that comes later, and take no time.
 *
 * run: np=2 args="local"
 * run: np=2 args="global"
 * run: np=2 args="down"
 * run: np=2 args="both"
 * run: np=2 args="function"
 * run: np=2 args="floating"
 * run: np=2 args="toggle"
 * run: np=2 args="random"
 * run: np=2 args="copy"
 * run: np=2 args="compare"
 * run: np=2 args="below"
 * run: np=2 args="equal"
 * run: np=2 args="argument"
 * run: np=2 args="budget"
 * run: np=2 args="wide"
 * run: np=2 args="delay"
 * run: np=2 args="multiple"
 * run: np=2 args="high"
 * run: np=2 args="half"
 * run: np=2 args="inside"
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

static void wait_floating(void)
{
  volatile double d = 0;
  float f = 1;
  while (!*flag) {
    d += 0.5;
    f = (float)d / 3;
  }
  CHECK(d > 0 && f > 0);
}

static void wait_toggle(void)
{
  volatile int n = 0;
  volatile char odd = 0;
  while (!*flag) {
    n++;
    odd = !odd;
  }
  CHECK(n % 2 == odd);
}

static void wait_random(void)
{
  volatile unsigned long drawn = 1;
  unsigned n = 1;
  while (!*flag) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    n = n * 1103515245u + 12345u;
  }
  CHECK(drawn && n != 1);
}

/* More bytes than a register has. */
static void wait_copy(void)
{
  struct {
    int flag[2];
    long n, others[30];
  } to, from = {.n = 0};
  do {
    from.n++;
    memcpy(from.flag, (const void *)flag, sizeof from.flag);
    memcpy(&to, &from, sizeof to);
    __asm__ volatile("" : : : "memory");
  } while (!to.flag[0]);
  CHECK(to.n == from.n && from.n > 1);
}

static void wait_compare(void)
{
  static const int nothing[2];
  for (; memcmp((const void *)flag, nothing, sizeof nothing) == 0; times++)
    __asm__ volatile("" : : : "memory");
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

/* By what is made of the count. */
static void count_multiple(void)
{
  volatile long n = 0, x;
  do {
    n++;
    x = n * 3 + 1;
  } while (x != BOUND * 3L + 1 && !*flag);
  CHECK(n == BOUND);
}

static void count_high(void)
{
  volatile unsigned n = 0;
  while (n >> 20 != BOUND >> 20 && !*flag)
    n++;
  CHECK(n == (BOUND >> 20) << 20);
}

static void count_half(void)
{
  double n = 0;
  while (n < BOUND / 2. && !*flag)
    n += 0.5;
  CHECK(n == BOUND / 2.);
}

static void count_inside(void)
{
  char bytes[40] = {0};
  static const int bound = BOUND;
  for (int n = 0; memcmp(bytes, &bound, sizeof bound) && !*flag;)
    memcpy(bytes, (n++, &n), sizeof n);
  CHECK(!*flag);
}

static const struct {
  const char *name;
  void (*f)(void);
  int waits;
} loops[] = {
    {"local", wait_local, 1},       {"global", wait_global, 1},
    {"down", wait_down, 1},         {"both", wait_both, 1},
    {"function", wait_function, 1}, {"floating", wait_floating, 1},
    {"toggle", wait_toggle, 1},     {"random", wait_random, 1},
    {"copy", wait_copy, 1},         {"compare", wait_compare, 1},
    {"below", count_below, 0},      {"equal", count_equal, 0},
    {"budget", count_budget, 0},    {"wide", count_wide, 0},
    {"delay", count_delay, 0},      {"multiple", count_multiple, 0},
    {"high", count_high, 0},        {"half", count_half, 0},
    {"inside", count_inside, 0},
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
