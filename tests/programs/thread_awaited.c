/* A thread that one joins is left to that one, by others who would join or
 * detach it, also when it has just ended.
 *
 * run: np=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_t awaited;
static int awaited_value;

static void *sleeps(void *arg)
{
  usleep(20000);
  return arg;
}

static void *awaits(void *arg)
{
  struct timespec now;
  void *value;
  clock_gettime(CLOCK_REALTIME, &now);
  CHECK(pthread_timedjoin_np(awaited, NULL, &now) == ETIMEDOUT);
  CHECK(pthread_join(awaited, &value) == 0);
  CHECK(value == &awaited_value);
  return arg;
}

static void *would_detach(void *after)
{
  usleep(*(useconds_t *)after);
  int error = pthread_detach(awaited);
  CHECK(error == 0 || error == ESRCH);
  return NULL;
}

int main(int argc, char **argv)
{
  enum { OTHERS = 3 };
  useconds_t after[OTHERS] = {1000, 19999, 20000};
  pthread_t joiner, others[OTHERS];
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  pthread_create(&awaited, NULL, sleeps, &awaited_value);
  pthread_create(&joiner, NULL, awaits, NULL);
  for (int i = 0; i < OTHERS; i++)
    pthread_create(&others[i], NULL, would_detach, &after[i]);
  usleep(1000);
  CHECK(pthread_join(awaited, NULL) == EINVAL);
  for (int i = 0; i < OTHERS; i++)
    pthread_join(others[i], NULL);
  pthread_join(joiner, NULL);
  int code = report();
  MPI_Finalize();
  return code;
}
