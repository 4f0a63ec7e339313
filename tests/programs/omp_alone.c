/* Constructs of OpenMP outside a region, where a team is one thread: tasks are
 * executed at once, work is shared with nobody. The same in threads of POSIX,
 * each of which may have a team of its own.
 *
 * run: np=2 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>
#include <pthread.h>

static void shared_with_nobody(void)
{
  int sum = 0, singles = 0, sections = 0, value = 0, ordered = 0, last = 0;
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 20; i++)
    sum += i, last = i;
#pragma omp for ordered schedule(guided)
  for (int i = 0; i < 10; i++) {
#pragma omp ordered
    ordered = ordered * 2 % 1000 + i;
  }
#pragma omp for ordered(1)
  for (int i = 1; i < 10; i++) {
#pragma omp ordered depend(sink : i - 1)
    ordered += i;
#pragma omp ordered depend(source)
  }
#pragma omp single copyprivate(value)
  value = 3, singles++;
#pragma omp sections
  {
    sections++;
#pragma omp section
    sections++;
  }
#pragma omp barrier
#pragma omp critical
  sum++;
#pragma omp master
  sum++;
  CHECK(sum == 192 && last == 19 && singles == 1 && value == 3);
  CHECK(sections == 2 && ordered > 45);
}

static void tasks(void)
{
  int sum = 0, x = 0, loop = 0;
#pragma omp task shared(x) depend(out : x)
  x = 4;
#pragma omp task shared(x) depend(inout : x)
  x++;
  CHECK(x == 5);
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 0; i < 5; i++)
#pragma omp task in_reduction(+ : sum)
      sum += i;
  }
#pragma omp taskloop reduction(+ : loop) grainsize(4)
  for (int i = 0; i < 30; i++)
    loop++;
#pragma omp taskwait
#pragma omp taskyield
  CHECK(sum == 10 && loop == 30);
}

/* As many levels as regions, each of one thread. */
static void serial_regions(void)
{
  int levels = 0, sum = 0, far = 0;
#pragma omp parallel if (0) reduction(+ : sum) shared(far)
#pragma omp parallel num_threads(1) reduction(task, + : sum)
  {
    levels = omp_get_level();
    CHECK(omp_get_num_threads() == 1 && !omp_in_parallel());
#pragma omp task in_reduction(+ : sum)
    sum += 6;
#pragma omp for reduction(task, + : far)
    for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+ : far)
      far++;
    }
  }
  CHECK(levels == 2 && sum == 6 && far == 4 && omp_get_level() == 0);
}

static void *thread(void *arg)
{
  int *result = arg, sum = 0;
  shared_with_nobody();
  tasks();
  serial_regions();
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 30; i++)
      sum += i;
  }
  *result = sum;
  return NULL;
}

int main(int argc, char **argv)
{
  int provided, results[4];
  pthread_t t[4];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  thread(&results[0]);
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, thread, &results[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  for (int i = 0; i < 4; i++)
    CHECK(results[i] == 435);
  int failed = report();
  MPI_Finalize();
  return failed;
}
