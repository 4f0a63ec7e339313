/* Threads are told how they could have been cancelled before they changed it,
 * and that there is no other way.
 *
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <errno.h>
#include <pthread.h>

enum { NEITHER = 77 };

static int state(int to)
{
  int before = NEITHER;
  CHECK(pthread_setcancelstate(to, &before) == 0);
  return before;
}

static int type(int to)
{
  int before = NEITHER;
  CHECK(pthread_setcanceltype(to, &before) == 0);
  return before;
}

static void *changes(void *unused)
{
  CHECK(state(PTHREAD_CANCEL_DISABLE) == PTHREAD_CANCEL_ENABLE);
  CHECK(state(PTHREAD_CANCEL_DISABLE) == PTHREAD_CANCEL_DISABLE);
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL) == 0);
  CHECK(pthread_setcancelstate(NEITHER, NULL) == EINVAL);
  CHECK(state(PTHREAD_CANCEL_DISABLE) == PTHREAD_CANCEL_ENABLE);
  CHECK(type(PTHREAD_CANCEL_ASYNCHRONOUS) == PTHREAD_CANCEL_DEFERRED);
  CHECK(type(PTHREAD_CANCEL_DEFERRED) == PTHREAD_CANCEL_ASYNCHRONOUS);
  CHECK(pthread_setcanceltype(NEITHER, NULL) == EINVAL);
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  changes(NULL);
  pthread_create(&thread, NULL, changes, NULL); /* its own, and as new */
  pthread_join(thread, NULL);
  int code = report();
  MPI_Finalize();
  return code;
}
