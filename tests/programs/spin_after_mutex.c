/* Threads hand over to each other by a flag that they load in a loop, and take
 * a mutex, which is free, before they wait: the waits are found as soon as
 * without it.
 *
 * build: -pthread
 * run: np=1 limit=4
 * run: np=1 args="two" limit=4
 * run: np=1 options="--check" limit=4
 * stdout: ok
 */
#include "check.h"

#include <pthread.h>

enum { TIMES = 400 };

static volatile int asked, answered;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *m)
{
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}

static void *answer(void *unused)
{
  for (int i = 0; i < TIMES; i++) {
    take(&one);
    while (asked <= i)
      ;
    answered++;
  }
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  int provided;
  pthread_mutex_t *mine = argc > 1 ? &other : &one;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, answer, NULL);
  for (int i = 0; i < TIMES; i++) {
    take(mine);
    asked++;
    while (answered <= i)
      ;
  }
  pthread_join(thread, NULL);
  CHECK(asked == TIMES && answered == TIMES);
  report();
  MPI_Finalize();
}
