/* A thread that polls memory without a call, with sched_yield and by trial of
 * a lock, sees what another thread of its rank has stored, at that date.
 *
 * run: np=2 twice=1
 * stdout: ok
 * mpich: no (simulated time)
 */
#include "check.h"
#include <oriel.h>
#include <pthread.h>
#include <sched.h>

static volatile int flag, answer;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg)
{
  (void)arg;
  oriel_compute(1);
  flag = 1;
  oriel_compute(1);
  answer = 1;
  flag = 2;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void check_date(double begin, double seconds)
{
  double passed = oriel_now() - begin;
  CHECK(passed >= seconds && passed < seconds + 1e-5);
}

int main(int argc, char **argv)
{
  pthread_t t;
  double begin;
  MPI_Init(&argc, &argv);

  begin = oriel_now();
  pthread_create(&t, NULL, writer, NULL);
  while (flag < 1)
    ;
  check_date(begin, 1);
  while (flag < 2)
    ;
  check_date(begin, 2);
  CHECK(answer == 1);
  pthread_join(t, NULL);

  flag = 0;
  begin = oriel_now();
  pthread_create(&t, NULL, writer, NULL);
  while (flag < 1)
    sched_yield();
  check_date(begin, 1);
  pthread_join(t, NULL);

  begin = oriel_now();
  pthread_mutex_lock(&mutex);
  pthread_create(&t, NULL, writer, NULL);
  while (pthread_mutex_trylock(&mutex))
    ;
  check_date(begin, 2);
  pthread_join(t, NULL);
  int failed = report();
  MPI_Finalize();
  return failed;
}
