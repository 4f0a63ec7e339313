/* A mutex that a thread has locked when it ends is locked for ever: also for a
 * later thread, though that may run where the one has run before.
 *
 * mpich: no (one of them would hang)
 * build: -pthread
 * run: args="wait" exit=122
 * stderr: rank 0, thread 1 at thread_mutex_ended.c:28: pthread_mutex_lock waits for a mutex that thread 1 held when it ended
 * run:
 * stdout: ok
 */
#include "check.h"

#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *keeps(void *unused)
{
  CHECK(pthread_mutex_lock(&mutex) == 0);
  return unused;
}

static void *tries(void *waits)
{
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(pthread_mutex_unlock(&mutex) == EPERM);
  if (waits) pthread_mutex_lock(&mutex);
  return NULL;
}

static void run(void *(*body)(void *), void *argument)
{
  pthread_t thread;
  pthread_create(&thread, NULL, body, argument);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int level;
  pthread_mutexattr_t recursive;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &recursive);
  run(keeps, NULL);
  run(tries, argv[1]);
  int code = report();
  MPI_Finalize();
  return code;
}
