/* What a thread sets for OpenMP is its own: a later one begins with what the
 * environment says.
 *
 * build: -fopenmp
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <omp.h>
#include <pthread.h>

enum { THREADS = 3, CHUNK = 17 };

static int usual;

static void *sets(void *unused)
{
  omp_sched_t kind;
  int chunk, sum = 0;
  omp_get_schedule(&kind, &chunk);
  CHECK(omp_get_max_threads() == usual && chunk != CHUNK);
  omp_set_num_threads(usual + 1);
  omp_set_schedule(omp_sched_static, CHUNK);
#pragma omp parallel reduction(+ : sum)
  sum++;
  CHECK(sum == usual + 1);
#pragma omp task depend(out : sum) shared(sum)
  sum++;
#pragma omp taskwait
  CHECK(sum == usual + 2);
  return unused;
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  usual = omp_get_max_threads();
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, sets, NULL);
    pthread_join(thread, NULL);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
