/* A thread that takes many locks, and then waits by taking one again and again,
 * stores for one that waits in a loop without calls: that one looks again.
 *
 * run: np=1 args="0" twice=1 limit=20
 * run: np=1 args="20000" twice=1 limit=20
 * stdout: ok
 * mpich: no (threads that poll, on few cores)
 */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int asked, answered;

static int answers(void)
{
  pthread_mutex_lock(&mutex);
  int now = answered;
  pthread_mutex_unlock(&mutex);
  return now;
}

static void *answer(void *unused)
{
  for (int i = 1; i <= ROUNDS; i++) {
    while (__atomic_load_n(&asked, __ATOMIC_ACQUIRE) < i)
      ;
    pthread_mutex_lock(&mutex);
    answered = i;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, answer, NULL);
  for (long i = atol(argv[1]); i > 0; i--)
    answers();
  for (int i = 1; i <= ROUNDS; i++) {
    __atomic_store_n(&asked, i, __ATOMIC_RELEASE);
    while (answers() < i)
      ;
  }
  pthread_join(thread, NULL);
  CHECK(answered == ROUNDS);
  report();
  MPI_Finalize();
}
