/* A task's priority counts up to OMP_MAX_TASK_PRIORITY, which is 0 unless it is
 * set, for who waits as well, who takes the newest of the highest; what
 * omp_display_env() shows.
 *
 * mpich: no (there it is another OpenMP)
 * run: np=1
 * stdout: 0 1 2 3 4 5 of 0
 * stdout: 5 0 4 1 3 2 of 0
 * report: OPENMP DISPLAY ENVIRONMENT BEGIN
 * report:   _OPENMP='201511'
 * report:   [host] OMP_CANCELLATION='FALSE'
 * report:   [host] OMP_DYNAMIC='FALSE'
 * report:   [host] OMP_MAX_ACTIVE_LEVELS='1'
 * report:   [host] OMP_MAX_TASK_PRIORITY='0'
 * report:   [host] OMP_NUM_THREADS='24'
 * report:   [host] OMP_SCHEDULE='dynamic,1'
 * report:   [host] OMP_THREAD_LIMIT='2147483647'
 * report: OPENMP DISPLAY ENVIRONMENT END
 * run: np=1 args="2"
 * stdout: 2 3 4 5 1 0 of 2
 * stdout: 5 2 4 3 1 0 of 2
 * report: OPENMP DISPLAY ENVIRONMENT BEGIN
 * report:   _OPENMP='201511'
 * report:   [host] OMP_CANCELLATION='FALSE'
 * report:   [host] OMP_DYNAMIC='TRUE'
 * report:   [host] OMP_MAX_ACTIVE_LEVELS='2'
 * report:   [host] OMP_MAX_TASK_PRIORITY='2'
 * report:   [host] OMP_NUM_THREADS='3,2'
 * report:   [host] OMP_SCHEDULE='monotonic:static'
 * report:   [host] OMP_STACKSIZE='1048576B'
 * report:   [host] OMP_THREAD_LIMIT='2147483647'
 * report: OPENMP DISPLAY ENVIRONMENT END
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>

void omp_display_env(int verbose); /* since OpenMP 5.1 */

enum { TASKS = 6 };
static int order[TASKS], done;

static void tasks(int waits)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : order)
    done = 0;
    for (int i = 0; i < TASKS; i++)
#pragma omp task firstprivate(i) priority(i) depend(in : order)
    {
      int n;
#pragma omp atomic capture
      n = done++;
      order[n] = i;
    }
    omp_fulfill_event(event); /* all are ready now */
    if (waits) {
#pragma omp taskwait
    }
  }
}

static void set(const char *highest)
{
  setenv("OMP_MAX_TASK_PRIORITY", highest, 1);
  setenv("OMP_NUM_THREADS", "3,2", 1);
  setenv("OMP_DYNAMIC", "true", 1);
  setenv("OMP_SCHEDULE", "monotonic:static", 1);
  setenv("OMP_STACKSIZE", "1M", 1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc > 1) set(argv[1]);
  for (int waits = 0; waits < 2; waits++) {
    tasks(waits);
    for (int i = 0; i < TASKS; i++)
      printf("%d ", order[i]);
    printf("of %d\n", omp_get_max_task_priority());
  }
  omp_display_env(0);
  MPI_Finalize();
  return 0;
}
