/* OpenMP's target constructs: the host is the only device.
 *
 * run: np=2
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>

enum { N = 100 };

static void regions(void)
{
  int values[N], sum = 0, own = 7, wide[5] = {1, 2, 3, 4, 5};
  for (int i = 0; i < N; i++)
    values[i] = i;
#pragma omp target map(to : values) map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += values[i];
  CHECK(sum == N * (N - 1) / 2);
#pragma omp target teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += values[i];
  CHECK(sum == N * (N - 1));
#pragma omp target firstprivate(own, wide) map(from : sum)
  {
    sum = own++ + wide[4]++;
    sum += own + wide[4];
  }
  CHECK(sum == 26 && own == 7 && wide[4] == 5);
#pragma omp target if (0) map(sum)
  sum = omp_is_initial_device() + omp_get_num_teams();
  CHECK(sum == 2);
}

static void data(void)
{
  double *x = malloc(N * sizeof *x), *there = NULL;
#pragma omp target data map(from : x[0 : N])
  {
#pragma omp target map(x[0 : N])
    for (int i = 0; i < N; i++)
      x[i] = i;
#pragma omp target update from(x[0 : N])
    CHECK(x[N - 1] == N - 1);
#pragma omp target data use_device_ptr(x)
    there = x;
  }
  CHECK(there == x);
#pragma omp target enter data map(to : x[0 : N])
#pragma omp target map(alloc : x[0 : N])
  x[0] = 5;
#pragma omp target exit data map(from : x[0 : N])
  CHECK(x[0] == 5);
  free(x);
}

/* With gcc a region has a team of its own, wherever it is. */
static void within(void)
{
#ifndef __clang__
  int sum = 0, parts = 0;
#pragma omp parallel num_threads(4) reduction(+ : parts)
  {
#pragma omp single
#pragma omp target map(sum)
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += i;
    parts++;
  }
  CHECK(sum == N * (N - 1) / 2 && parts == 4);
#endif
}

static void deferred(void)
{
  int first = 0, second = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : first) shared(first)
    first = 1;
#pragma omp target nowait depend(in : first) depend(out : second)              \
    map(first, second)
    second = first + 1;
#pragma omp task depend(in : second) shared(second)
    second *= 10;
#pragma omp taskwait
  }
  CHECK(second == 20);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  regions();
  data();
  within();
  deferred();
  int code = report();
  MPI_Finalize();
  return code;
}
