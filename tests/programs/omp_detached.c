/* Tasks that wait for one that is detached: a thread that is alone goes on and
 * fulfils its event; and who waits for such a task executes what it waits for,
 * as soon as that can be.
 *
 * build: -fopenmp
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <omp.h>
#include <pthread.h>
#include <unistd.h>

static omp_event_handle_t later;
static int started, told;

static void alone(void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
    y = x + 1;
    CHECK(y == 0);
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK(y == 2);
  }
}

static void *fulfils(void *unused)
{
  while (!started)
    usleep(1000);
  usleep(100000);
  omp_fulfill_event(later);
  return unused;
}

/* Until it is told to end. */
static void keep_other_busy(void)
{
#pragma omp task shared(started, told)
  {
    started = 1;
    while (!told)
      usleep(1000);
  }
  while (!started)
    usleep(1000);
}

static void beside_another(void)
{
  int x = 0, y = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
  pthread_t thread;
  pthread_create(&thread, NULL, fulfils, NULL);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) depend(out : x) shared(x)
    x = 1;
    later = event;
    keep_other_busy();
#pragma omp task depend(in : x) depend(out : y) shared(x, y, told)
    told = y = x + 1;
#pragma omp task if (0) depend(in : y) shared(y)
    CHECK(y == 2);
  }
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  alone();
  beside_another();
  int code = report();
  MPI_Finalize();
  return code;
}
