/* Regions of OpenMP and what their threads do together: teams, single,
 * master, sections, critical, atomic, barriers, reductions, private variables,
 * nested regions. Each rank has its own threads.
 *
 * run: np=2 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>

enum { N = 5 };

static int kept, own;
#pragma omp threadprivate(kept, own)

static void teams(void)
{
  int seen[N] = {0}, size = 0, inside = 0;
  CHECK(omp_get_num_threads() == 1 && !omp_in_parallel());
#pragma omp parallel num_threads(N)
  {
    seen[omp_get_thread_num()]++;
#pragma omp master
    size = omp_get_num_threads(), inside = omp_in_parallel();
  }
  for (int i = 0; i < N; i++)
    CHECK(seen[i] == 1);
  CHECK(size == N && inside);
  int ran = 0;
#pragma omp parallel num_threads(N) if (size < 0)
  ran++;
  CHECK(ran == 1);
  omp_set_num_threads(3);
  CHECK(omp_get_max_threads() == 3);
#pragma omp parallel reduction(+ : ran)
  ran++;
  CHECK(ran == 4);
}

static void one_of_them(void)
{
  int singles = 0, masters = 0, value = 0, sum = 0, wrong = 0;
#pragma omp parallel num_threads(N) private(value) reduction(+ : sum, wrong)
  {
    for (int round = 0; round < 10; round++) {
#pragma omp single
      singles++;
#pragma omp single copyprivate(value)
      value = 10 + round;
      sum += value;
#pragma omp single nowait
      singles++;
#pragma omp master
      masters++;
#pragma omp barrier
      wrong += masters != round + 1;
#pragma omp barrier
    }
  }
  CHECK(singles == 20 && masters == 10 && !wrong);
  CHECK(sum == N * (100 + 45));
}

static void sections(void)
{
  int a = 0, b = 0, c = 0, last = 0;
#pragma omp parallel sections num_threads(2) lastprivate(last)
  {
    a++;
#pragma omp section
    b++;
#pragma omp section
    c++, last = 7;
  }
  CHECK(a == 1 && b == 1 && c == 1 && last == 7);
#pragma omp parallel num_threads(N)
  {
#pragma omp sections nowait
    {
      a++;
#pragma omp section
      b++;
    }
#pragma omp sections
    {
      c++;
    }
  }
  CHECK(a == 2 && b == 2 && c == 2);
}

static void exclusion(void)
{
  int plain = 0, named = 0, atomic = 0, inside = 0, worst = 0, captured = 0;
  long double odd = 0;
#pragma omp parallel num_threads(N)
  for (int i = 0; i < 100; i++) {
#pragma omp critical
    {
      if (++inside > worst) worst = inside;
      plain++;
      inside--;
    }
#pragma omp critical(other)
    named++;
#pragma omp atomic
    atomic++;
#pragma omp atomic capture
    captured = ++atomic;
#ifdef __clang__ /* needs a further library */
#pragma omp critical(odd)
#else
#pragma omp atomic
#endif
    odd += 0.5L;
  }
  CHECK(plain == 100 * N && named == 100 * N && worst == 1);
  CHECK(atomic == 200 * N && captured > 0 && odd == 50.0L * N);
}

struct pair {
  double first, second;
};
#pragma omp declare reduction(both                                             \
                              : struct pair                                    \
                              : omp_out.first += omp_in.first,                 \
                                omp_out.second += omp_in.second)               \
    initializer(omp_priv = {0, 0})

static void reductions(void)
{
  int sum = 1, product = 1, least = 1000, most = -1, all = 1, any = 0;
  unsigned ands = ~0u, ors = 0, xors = 0;
  double array[3] = {1, 2, 3};
  struct pair pair = {1, 1};
#pragma omp parallel num_threads(N) reduction(+ : sum, array)                      \
    reduction(* : product) reduction(min : least) reduction(max : most)            \
    reduction(&& : all) reduction(|| : any) reduction(& : ands)                    \
    reduction(| : ors) reduction(^ : xors) reduction(both : pair)
  {
    int i = omp_get_thread_num();
    sum += i;
    product *= i + 1;
    if (i + 5 < least) least = i + 5;
    if (i + 5 > most) most = i + 5;
    all = all && i < N;
    any = any || i == 3;
    ands &= ~(1u << i);
    ors |= 1u << i;
    xors ^= 3u << i;
    array[1] += i;
    pair.first += i;
    pair.second += 1;
  }
  CHECK(sum == 11 && product == 120 && least == 5 && most == 9);
  CHECK(all && any && ands == ~31u && ors == 31 && xors == 33);
  CHECK(array[0] == 1 && array[1] == 12 && array[2] == 3);
  CHECK(pair.first == 11 && pair.second == 6);
}

static void private_variables(void)
{
  int given = 4, sum = 0, wrong = 0;
  kept = 100;
  own = 50;
#pragma omp parallel num_threads(N) copyin(own) firstprivate(given)                \
    reduction(+ : sum)
  {
    kept = 100 + omp_get_thread_num();
    own += omp_get_thread_num();
    given += omp_get_thread_num();
    sum += own + given;
  }
  CHECK(sum == N * 54 + 20 && given == 4);
#pragma omp parallel num_threads(N) reduction(+ : wrong)
  wrong += kept != 100 + omp_get_thread_num();
  CHECK(!wrong);
}

static void nested(void)
{
  int inner = 0, wrong = 0;
  omp_set_max_active_levels(3);
  CHECK(omp_get_max_active_levels() == 3);
#pragma omp parallel num_threads(3) reduction(+ : inner, wrong)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(outer + 1) reduction(+ : inner, wrong)
    {
      inner++;
      wrong += omp_get_level() != 2;
      wrong += omp_get_active_level() != (outer ? 2 : 1);
      wrong += omp_get_ancestor_thread_num(1) != outer;
      wrong += omp_get_ancestor_thread_num(2) != omp_get_thread_num();
      wrong += omp_get_ancestor_thread_num(0) != 0;
      wrong += omp_get_team_size(2) != outer + 1 || omp_get_team_size(1) != 3;
      wrong += omp_get_team_size(3) != -1;
#pragma omp barrier
    }
  }
  CHECK(inner == 6 && !wrong);
  omp_set_max_active_levels(1);
  inner = 0;
#pragma omp parallel num_threads(3) reduction(+ : inner)
#pragma omp parallel num_threads(3) reduction(+ : inner)
  inner++;
  CHECK(inner == 3);
}

/* Many regions on the same few strands. */
static void again_and_again(void)
{
  long sum = 0;
  for (int i = 0; i < 500; i++) {
#pragma omp parallel num_threads(1 + i % 4) reduction(+ : sum)
    sum++;
  }
  CHECK(sum == 125 * (1 + 2 + 3 + 4));
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  teams();
  one_of_them();
  sections();
  exclusion();
  reductions();
  private_variables();
  nested();
  again_and_again();
  int failed = report();
  MPI_Finalize();
  return failed;
}
