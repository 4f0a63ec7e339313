/* Loops of OpenMP: every schedule, kind of variable and direction executes each
 * iteration once; static schedules say which thread does; ordered parts and
 * dependences between iterations keep their order.
 *
 * run: np=1 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <limits.h>
#include <omp.h>

enum { THREADS = 4, MAX = 200 };

static int done[MAX];
static volatile int none; /* 0, and no compiler knows */

static void begin(void)
{
  memset(done, 0, sizeof done);
}

/* All that are left: each `step` from 0 below n, once. */
static void end(int n, int step, int line)
{
  for (int i = 0; i < MAX; i++)
    if (done[i] != (i < n && i % step == 0)) {
      printf("line %d: iteration %d ran %d times\n", line, i, done[i]);
      complaints++;
      return;
    }
}

/* Up, then down: not in small unsigned types, which gcc takes upwards. */
#define EACH(T, clauses, n, step)                                              \
  do {                                                                         \
    begin();                                                                   \
    _Pragma(clauses) for (T i = 0; i < (T)(n); i += (step))                    \
    {                                                                          \
      _Pragma("omp atomic") done[i]++;                                         \
    }                                                                          \
    end(n, step, __LINE__);                                                    \
    if (sizeof(T) < sizeof(long) && (T)-1 > 0) break;                          \
    begin();                                                                   \
    _Pragma(clauses) for (T i = (T)(n); i > 0; i -= 1)                         \
    {                                                                          \
      _Pragma("omp atomic") done[i - 1]++;                                     \
    }                                                                          \
    end(n, 1, __LINE__);                                                       \
  } while (0)

#define EACH_TYPE(clauses)                                                     \
  do {                                                                         \
    EACH(int, clauses, 100, 1);                                                \
    EACH(int, clauses, 100, 7);                                                \
    EACH(long, clauses, 3, 1);                                                 \
    EACH(unsigned, clauses, 97, 3);                                            \
    EACH(unsigned long, clauses, 64, 5);                                       \
    EACH(unsigned long long, clauses, 111, 2);                                 \
    EACH(short, clauses, none, 1);                                             \
    EACH(unsigned char, clauses, 100, 9);                                      \
  } while (0)

static void schedules(void)
{
  EACH_TYPE("omp parallel for num_threads(THREADS)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(static)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(static, 3)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(dynamic)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(dynamic, 7)");
  EACH_TYPE(
      "omp parallel for num_threads(THREADS) schedule(monotonic: dynamic)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(guided)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(guided, 5)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(auto)");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(static) ordered");
  EACH_TYPE("omp parallel for num_threads(THREADS) schedule(dynamic) ordered");
  for (int kind = 1; kind <= 4; kind++) {
    omp_sched_t is;
    int chunk;
    omp_set_schedule((omp_sched_t)kind, 3);
    omp_get_schedule(&is, &chunk);
    CHECK((int)is == kind && (chunk == 3 || kind == 4));
    EACH_TYPE("omp parallel for num_threads(THREADS) schedule(runtime)");
  }
}

static void extremes(void)
{
  long long count = 0;
#pragma omp parallel for num_threads(3) schedule(dynamic) reduction(+ : count)
  for (long i = LONG_MAX - 12; i < LONG_MAX; i += 3)
    count++;
  CHECK(count == 4);
#pragma omp parallel for num_threads(3) schedule(static, 1) reduction(+ : count)
  for (int i = INT_MIN; i < INT_MIN + 5; i++)
    count++;
  CHECK(count == 9);
#pragma omp parallel for num_threads(3) schedule(guided) reduction(+ : count)
  for (unsigned long i = ULONG_MAX; i > ULONG_MAX - 5; i--)
    count++;
  CHECK(count == 14);
}

static void who(void)
{
  int by[MAX];
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(static, 5)
    for (int i = 0; i < 50; i++)
      by[i] = omp_get_thread_num();
#pragma omp for schedule(static) nowait
    for (int i = 100; i < 110; i++)
      by[i] = omp_get_thread_num();
  }
  for (int i = 0; i < 50; i++)
    CHECK(by[i] == i / 5 % THREADS);
  const int shares[] = {0, 0, 0, 1, 1, 1, 2, 2, 3, 3};
  for (int i = 0; i < 10; i++)
    CHECK(by[100 + i] == shares[i]);
}

static void variables(void)
{
  int last = -1, sum = 0, i, k;
#pragma omp parallel for num_threads(THREADS) lastprivate(last)                    \
    reduction(+ : sum) collapse(2) schedule(dynamic, 2)
  for (i = 0; i < 7; i++)
    for (k = 3; k < 8; k++)
      last = 10 * i + k, sum++;
  CHECK(last == 67 && sum == 35);
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for lastprivate(last) firstprivate(sum)
    for (i = 0; i < 30; i++)
      last = i + sum;
  }
  CHECK(last == 64);
}

static void in_order(void)
{
  int at, wrong = 0;
  for (int kind = 0; kind < 3; kind++) {
    omp_set_schedule((omp_sched_t)(kind + 1), 2);
    at = 0;
#pragma omp parallel for num_threads(THREADS) ordered schedule(runtime)
    for (int i = 0; i < 40; i++) {
      if (i % 3 == 0) continue; /* has no ordered part */
#pragma omp ordered
      {
        wrong += i <= at;
        at = i;
      }
    }
    CHECK(at == 38 && !wrong);
  }
#pragma omp parallel for num_threads(THREADS) ordered schedule(static)
  for (unsigned long i = 0; i < 10; i++) {
#pragma omp ordered
    at = at * 3 % 1000 + (int)i;
  }
  int expected = 38;
  for (int i = 0; i < 10; i++)
    expected = expected * 3 % 1000 + i;
  CHECK(at == expected);
}

static void across(void)
{
  static int a[12][12];
  for (int i = 0; i < 12; i++)
    a[i][0] = a[0][i] = 1;
#pragma omp parallel for num_threads(THREADS) ordered(2) schedule(static, 1)
  for (int i = 1; i < 12; i++)
    for (int k = 1; k < 12; k++) {
#pragma omp ordered depend(sink : i - 1, k) depend(sink : i, k - 1)
      a[i][k] = (a[i - 1][k] + a[i][k - 1]) % 1000;
#pragma omp ordered depend(source)
    }
  int b[12][12], wrong = 0;
  for (int i = 0; i < 12; i++)
    for (int k = 0; k < 12; k++) {
      b[i][k] = i && k ? (b[i - 1][k] + b[i][k - 1]) % 1000 : 1;
      wrong += a[i][k] != b[i][k];
    }
  CHECK(!wrong);
  int chain = 0;
#pragma omp parallel for num_threads(THREADS) ordered(1) schedule(dynamic)
  for (long i = 20; i > 0; i -= 2) {
#pragma omp ordered depend(sink : i + 2)
    chain = chain * 2 % 997 + (int)i;
#pragma omp ordered depend(source)
  }
  int expected = 0;
  for (long i = 20; i > 0; i -= 2)
    expected = expected * 2 % 997 + (int)i;
  CHECK(chain == expected);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  schedules();
  extremes();
  who();
  variables();
  in_order();
  across();
  int failed = report();
  MPI_Finalize();
  return failed;
}
