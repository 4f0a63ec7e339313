/* Tasks of OpenMP: recursion, dependences, groups, loops of tasks, reductions
 * in which tasks take part, events, and tasks that are executed at once.
 *
 * run: np=2 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>

enum { THREADS = 4 };

static int fibonacci(int n)
{
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a) if (n > 5)
  a = fibonacci(n - 1);
#pragma omp task shared(b) untied
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void recursion(void)
{
  int result = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  result = fibonacci(16);
  CHECK(result == 987);
  CHECK(fibonacci(10) == 55); /* outside a region */
}

/* More than are kept waiting; each sees its own copy. */
static void many(void)
{
  static int seen[3000];
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  for (int i = 0; i < 3000; i++)
#pragma omp task firstprivate(i) priority(i % 3)
    seen[i] = i + 1;
  int wrong = 0;
  for (int i = 0; i < 3000; i++)
    wrong += seen[i] != i + 1;
  CHECK(!wrong);
}

static void dependences(void)
{
  int x = 0, y = 0, sum = 0, readers = 0, wrong = 0, both = 0;
  int chain[8] = {0};
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(out : y)
    y = 2;
    for (int i = 0; i < 5; i++)
#pragma omp task depend(in : x, y) shared(readers, wrong)
    {
#pragma omp atomic
      readers++;
#pragma omp atomic
      wrong += x != 1 || y != 2;
    }
#pragma omp task depend(inout : x) depend(in : y)
    sum = readers, x = 10;
#pragma omp task depend(inout : x)
    x *= 2;
    for (int i = 0; i < 4; i++)
#pragma omp task depend(mutexinoutset : both) depend(in : x)
      both += x;
#pragma omp task depend(in : both)
    both *= 10;
    for (int k = 0; k < 10; k++)
      for (int i = 1; i < 8; i++)
#pragma omp task depend(in : chain[i - 1]) depend(out : chain[i])
        chain[i] = chain[i - 1] + 1;
  }
  CHECK(!wrong && sum == 5 && x == 20 && both == 800);
  for (int i = 0; i < 8; i++)
    CHECK(chain[i] == i);
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
    x = 0;
#pragma omp task depend(out : x)
    x = 5;
#pragma omp task depend(inout : x) if (0)
    x *= 3;
    CHECK(x == 15);
#pragma omp task depend(out : x)
    x = 6;
#pragma omp task depend(out : y)
    y = 7;
#pragma omp taskwait depend(in : x)
    CHECK(x == 6);
  }
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
    for (int i = 0; i < 6; i++)
#pragma omp task depend(depobj : object) depend(out : y)
      x = x * 2 + i;
  }
#pragma omp depobj(object) destroy
  int expected = 6;
  for (int i = 0; i < 6; i++)
    expected = expected * 2 + i;
  CHECK(x == expected);
}

static void at_once(void)
{
  int order[6] = {0}, n = 0, final = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
#pragma omp task if (0) mergeable
    order[n++] = 1;
    order[n++] = 2;
#pragma omp task final(1)
    {
      final = omp_in_final();
#pragma omp task
      order[n++] = 3;
      order[n++] = 4;
    }
#pragma omp taskwait
    final += omp_in_final();
  }
  for (int i = 0; i < 4; i++)
    CHECK(order[i] == i + 1);
  CHECK(final == 1);
}

/* A group waits for the children of its tasks, too. */
static void groups(void)
{
  int inner = 0, seen = 0, waited = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; i++)
#pragma omp task shared(inner)
      {
#pragma omp task shared(inner)
        {
#pragma omp taskyield
#pragma omp atomic
          inner++;
        }
      }
    }
    seen = inner;
#pragma omp task shared(waited)
    waited++;
#pragma omp taskwait
    waited *= 2;
  }
  CHECK(seen == 10 && waited == 2);
}

static void loops(void)
{
  static int done[100];
  int last = 0, sum = 0, first = 5, tasks = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
#pragma omp taskloop lastprivate(last) firstprivate(first)
    for (int i = 0; i < 100; i++)
      done[i]++, last = i + first;
#pragma omp taskloop grainsize(7)
    for (int i = 98; i > 0; i -= 3)
      done[i]++;
#pragma omp taskloop num_tasks(5) collapse(2)
    for (unsigned i = 0; i < 10; i++)
      for (unsigned long k = 0; k < 10; k += 2)
        done[10 * i + k]++;
#pragma omp taskloop reduction(+ : sum) grainsize(10)
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp taskloop nogroup num_tasks(3) shared(tasks)
    for (int i = 0; i < 3; i++)
#pragma omp atomic
      tasks++;
#pragma omp taskwait
    CHECK(tasks == 3);
#pragma omp taskloop
    for (unsigned long i = 0; i < 0ul * first; i++)
      tasks++;
  }
  CHECK(last == 104 && sum == 4950 && tasks == 3);
  int wrong = 0;
  for (int i = 0; i < 100; i++)
    wrong += done[i] != 1 + (i > 0 && i % 3 == 2) + (i % 2 == 0);
  CHECK(!wrong);
}

static void reductions(void)
{
  int sum = 1, product = 1, far = 0;
  double array[2] = {0, 0};
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum, array) task_reduction(* : product)
    {
      for (int i = 1; i <= 5; i++)
#pragma omp task in_reduction(+ : sum, array) in_reduction(* : product)
      {
        sum += i;
        product *= i;
        array[1] += i;
#pragma omp task in_reduction(+ : sum)
        sum += 100;
      }
    }
    CHECK(sum == 516 && product == 120 && array[1] == 15);
  }
#pragma omp parallel num_threads(THREADS) reduction(task, + : far)
  {
    far++;
#pragma omp task in_reduction(+ : far)
    far += 10;
  }
  CHECK(far == 11 * THREADS);
  far = 0;
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for reduction(task, + : far)
    for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : far)
      far += i;
    }
  }
  CHECK(far == 190);
}

/* A task with an event is over when somebody fulfils it. */
static void events(void)
{
  int steps = 0, after = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
    omp_event_handle_t event = 0;
#pragma omp task detach(event) depend(out : steps)
    steps = 1;
#pragma omp task depend(in : steps) shared(after)
    after = steps;
#pragma omp task shared(steps, after) firstprivate(event)
    {
      CHECK(after == 0);
      omp_fulfill_event(event);
    }
#pragma omp taskwait
    CHECK(after == 1);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  recursion();
  many();
  dependences();
  at_once();
  groups();
  loops();
  reductions();
  events();
  int failed = report();
  MPI_Finalize();
  return failed;
}
