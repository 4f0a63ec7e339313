/* Many threads that nobody joins, one after the other: what the checker keeps
 * of them does not grow, if who begins the next one knows what the last one
 * did.
 *
 * run: np=1 options="--check" args=100
 * run: np=1 options="--check" args=160000 limit=5
 * stdout: ok
 */
#include "check.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static long count;

static void *work(void *nothing)
{
  pthread_mutex_lock(&mutex);
  count++;
  pthread_cond_signal(&counted);
  pthread_mutex_unlock(&mutex);
  return nothing;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  long n = atol(argv[1]);
  for (long i = 0; i < n; i++) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    pthread_mutex_lock(&mutex);
    while (count <= i)
      pthread_cond_wait(&counted, &mutex);
    pthread_mutex_unlock(&mutex);
  }
  CHECK(count == n);
  int code = report();
  MPI_Finalize();
  return code;
}
