/* Waits for a condition by either clock, and what tells of a semaphore or of a
 * rank's time, in simulated time.
 *
 * run: np=2 twice=1
 * stdout: ok
 * mpich: no (simulated times)
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <oriel.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <stdbool.h>
#include <time.h>

enum { EPOCH = 946684800 }; /* simulated time 0 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static bool is_near(double time, double expected)
{
  return time > expected - 1e-6 && time < expected + 1e-6;
}

static void *later(void *unused)
{
  oriel_compute(0.5);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  oriel_compute(0.5);
  sem_post(&semaphore);
  return unused;
}

/* Until 2 s after the begin, of which the first ends sooner. */
static void conditions(clockid_t clock, double begin)
{
  pthread_t thread;
  struct timespec limit, wrong = {0, -1};
  clock_gettime(clock, &limit);
  CHECK((clock == CLOCK_REALTIME) == (limit.tv_sec >= EPOCH));
  limit.tv_sec += 2;
  pthread_create(&thread, NULL, later, NULL);
  pthread_mutex_lock(&mutex);
  CHECK(!pthread_cond_clockwait(&condition, &mutex, clock, &limit));
  CHECK(is_near(MPI_Wtime(), begin + 0.5));
  CHECK(pthread_cond_clockwait(&condition, &mutex, clock, &limit) == ETIMEDOUT);
  CHECK(is_near(MPI_Wtime(), begin + 2));
  CHECK(pthread_cond_clockwait(&condition, &mutex, clock, &limit) == ETIMEDOUT);
  CHECK(pthread_cond_clockwait(&condition, &mutex, clock, &wrong) == EINVAL);
  clock = CLOCK_PROCESS_CPUTIME_ID;
  CHECK(pthread_cond_clockwait(&condition, &mutex, clock, &limit) == EINVAL);
  CHECK(is_near(MPI_Wtime(), begin + 2));
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  pthread_join(thread, NULL);
}

static void values(double begin)
{
  pthread_t thread;
  int value = -1;
  CHECK(sem_getvalue(&semaphore, &value) == 0 && value == 2);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
  pthread_create(&thread, NULL, later, NULL);
  do
    sem_getvalue(&semaphore, &value);
  while (value == 0);
  CHECK(value == 1 && is_near(MPI_Wtime(), begin + 1));
  pthread_join(thread, NULL);
}

static void times(void)
{
  struct timespec t;
  struct rusage usage;
  double now = MPI_Wtime();
  CHECK(timespec_get(&t, TIME_UTC) == TIME_UTC && timespec_get(&t, 99) == 0);
  CHECK(is_near((double)(t.tv_sec - EPOCH) + 1e-9 * (double)t.tv_nsec, now));
  CHECK(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_stime.tv_sec == 0);
  now = MPI_Wtime() - (double)usage.ru_utime.tv_sec;
  CHECK(now - 1e-6 * (double)usage.ru_utime.tv_usec < 3e-6);
  CHECK(getrusage(RUSAGE_CHILDREN, &usage) == 0 && !usage.ru_utime.tv_sec);
  errno = 0;
  CHECK(getrusage(99, &usage) == -1 && errno == EINVAL);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  oriel_compute(world_rank());
  sem_init(&semaphore, 0, 0);
  conditions(CLOCK_MONOTONIC, MPI_Wtime());
  conditions(CLOCK_REALTIME, MPI_Wtime());
  values(MPI_Wtime());
  times();
  sem_destroy(&semaphore);
  int failed = report();
  MPI_Finalize();
  return failed;
}
