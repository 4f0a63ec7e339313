/* Chunks that are larger than the loop, and steps that are nearly as large as
 * their type: each iteration is executed once, in whatever type.
 *
 * run: np=1 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <limits.h>
#include <omp.h>
#include <stdint.h>

enum { THREADS = 4, MAX = 200 };

static int done[MAX];

/* Iterations 0 to n - 1 of the last loop have been executed, once each. */
static void ran(int n, int line)
{
  for (int i = 0; i < MAX; i++)
    if (done[i] != (i < n)) {
      printf("line %d: iteration %d ran %d times\n", line, i, done[i]);
      complaints++;
      break;
    }
  memset(done, 0, sizeof done);
}

static void note(int i)
{
#pragma omp atomic
  done[i]++;
}

#define PRAGMA(text) _Pragma(#text)

/* Up from 0, and down to the smallest number of the type: not in small unsigned
 * types, which gcc takes upwards. */
#define LOOPS(T, min, clauses)                                                 \
  do {                                                                         \
    PRAGMA(omp parallel for clauses)                                           \
    for (T i = 0; i < 100; i++)                                                \
      note((int)i);                                                            \
    ran(100, __LINE__);                                                        \
    if (sizeof(T) < sizeof(long) && (T)-1 > 0) break;                          \
    PRAGMA(omp parallel for clauses)                                           \
    for (T i = (min) + 100; i > (min); i -= 2)                                 \
      note((int)(((min) + 100 - i) / 2));                                      \
    ran(50, __LINE__);                                                         \
  } while (0)

/* gcc divides loops with schedule(static, n) itself, not without overflow. */
#ifdef __clang__
#define STATIC(chunk) schedule(static, chunk)
#else
#define STATIC(chunk) schedule(static, 1000000)
#endif

#define CHUNKS(T, min, chunk)                                                  \
  do {                                                                         \
    LOOPS(T, min, STATIC(chunk));                                              \
    LOOPS(T, min, schedule(dynamic, chunk));                                   \
    LOOPS(T, min, schedule(guided, chunk));                                    \
    LOOPS(T, min, ordered schedule(static, chunk));                            \
    LOOPS(T, min, ordered schedule(dynamic, chunk));                           \
  } while (0)

static void chunks(void)
{
  CHUNKS(int, INT_MIN, 2147483647);
  CHUNKS(int, INT_MIN, 1000000000);
  CHUNKS(int, INT_MIN, 60);
  CHUNKS(unsigned, 0, 2147483647);
  CHUNKS(unsigned, 0, 1073741824);
  CHUNKS(long, LONG_MIN, 9223372036854775807);
  CHUNKS(long, LONG_MIN, 4611686018427387904);
  CHUNKS(long, LONG_MIN, 1000000000000000000);
  CHUNKS(unsigned long, 0, 9223372036854775807);
  CHUNKS(unsigned long, 0, 6148914691236517206);
}

/* Of two iterations each; the second ends shortly before the type does. (clang
 * counts them itself, not without overflow.) */
#ifdef __clang__
static void steps(void)
{
}
#else
static void steps(void)
{
  const int64_t half = INT64_MAX;
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t i = INT64_MIN; i < INT64_MAX - 1; i += half)
    note(i == -1);
  ran(2, __LINE__);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int64_t i = INT64_MIN; i < INT64_MAX - 1; i += half)
    note(i == -1);
  ran(2, __LINE__);
}
#endif

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  omp_set_num_threads(THREADS);
  chunks();
  steps();
  int result = report();
  MPI_Finalize();
  return result;
}
