/* Threads that compute under a lock, with nothing else in between, do not poll
 * for what cannot come, however long they do so.
 *
 * run: np=1 options="--patience 0.05" limit=20
 * stdout: ok
 * build: -pthread
 */
#include "check.h"

#include <pthread.h>

enum { TIMES = 2500000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void *compute(void *unused)
{
  for (int i = 0; i < TIMES; i++) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(int argc, char **argv)
{
  int level;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, compute, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  CHECK(count == 2L * TIMES);
  report();
  MPI_Finalize();
}
