/* A thread may be far ahead of others that are to meet what it has met: to find
 * a construct takes no longer for that.
 *
 * build: -fopenmp
 * run: np=1 limit=30
 * stdout: ok
 */
#include "check.h"

#include <omp.h>

enum { THREADS = 4, TIMES = 200000 };

int main(int argc, char **argv)
{
  long singles = 0;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
#pragma omp parallel num_threads(THREADS) reduction(+ : singles)
  for (int i = 0; i < TIMES; i++) {
#pragma omp single nowait
    singles++;
  }
  SAME(singles, TIMES);
  int code = report();
  MPI_Finalize();
  return code;
}
