/* Threads of a region compute at the same time on the cores of their rank, each
 * with its own local time; a dynamic schedule gives the next iteration to the
 * thread that is free first. Times by hand.
 *
 * run: np=1 options="--platform tests/platforms/four-cores.xml" twice=1
 * stdout: 4 cores
 * stdout: ok
 * run: np=2 options="--platform tests/platforms/four-cores.xml --map-by core"
 * stdout: 2 cores
 * stdout: ok
 * build: -fopenmp
 * mpich: no (simulated time)
 */
#include "check.h"
#include <math.h>
#include <omp.h>
#include <oriel.h>

static int near(double a, double b)
{
  return fabs(a - b) < 1e-11;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int cores = omp_get_num_procs();
  if (world_rank() == 0) printf("%d cores\n", cores);
  CHECK(omp_get_max_threads() == cores);

  /* As many threads as cores, and twice as many. */
  double begin = oriel_now();
#pragma omp parallel
  oriel_compute(1);
  CHECK(near(oriel_now() - begin, 1));
  begin = oriel_now();
#pragma omp parallel num_threads(2 * cores)
  oriel_compute(1);
  CHECK(near(oriel_now() - begin, 2));

  /* Iteration i takes i ms. In two equal halves: the second, 4 + 5 + 6 + 7.
   * From a queue with two threads: 0 1 3 5 7 beside 2 4 6. */
  begin = oriel_now();
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 8; i++)
    oriel_compute(i * 1e-3);
  CHECK(near(oriel_now() - begin, 22e-3));
  begin = oriel_now();
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 8; i++)
    oriel_compute(i * 1e-3);
  CHECK(near(oriel_now() - begin, 16e-3));

  /* A critical section is one core's work; tasks go to who is free. */
  begin = oriel_now();
#pragma omp parallel num_threads(2)
#pragma omp critical
  oriel_compute(3);
  CHECK(near(oriel_now() - begin, 6));
  begin = oriel_now();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 6; i++)
#pragma omp task
    oriel_compute(1);
  CHECK(near(oriel_now() - begin, 3));
  begin = oriel_now();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) oriel_compute(2);
#pragma omp barrier
    oriel_compute(1);
  }
  CHECK(near(oriel_now() - begin, 3));
  int failed = report();
  MPI_Finalize();
  return failed;
}
