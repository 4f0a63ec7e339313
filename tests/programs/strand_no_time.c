/* A time that is none, and a clock that there is not, are an error to who would
 * have to wait for them, and to nobody else.
 *
 * stdout: ok
 * run: np=2
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t plain;
static cnd_t signalled;
static sem_t semaphore;

static const struct timespec bad[] = {{1, 1000000000}, {1, -1}};

static int sem_error(int failed)
{
  return failed ? errno : 0;
}

/* What others hold, or nobody gives, is waited for. */
static void *wait_for_bad(void *arg)
{
  (void)arg;
  for (int k = 0; k < 2; k++) {
    const struct timespec *t = &bad[k];
    CHECK(pthread_mutex_timedlock(&mutex, t) == EINVAL);
    CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, t) == EINVAL);
    CHECK(pthread_rwlock_timedrdlock(&lock, t) == EINVAL);
    CHECK(pthread_rwlock_timedwrlock(&lock, t) == EINVAL);
    CHECK(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, t) == EINVAL);
    CHECK(sem_error(sem_timedwait(&semaphore, t)) == EINVAL);
    CHECK(mtx_timedlock(&plain, t) == thrd_error);
  }
  struct timespec past = {1, 0};
  clockid_t other = CLOCK_THREAD_CPUTIME_ID;
  CHECK(pthread_mutex_clocklock(&mutex, other, &past) == EINVAL);
  CHECK(pthread_rwlock_clockwrlock(&lock, other, &past) == EINVAL);
  CHECK(sem_error(sem_clockwait(&semaphore, other, &past)) == EINVAL);
  CHECK(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
  CHECK(mtx_timedlock(&plain, &past) == thrd_timedout);
  return NULL;
}

static void *sleeps(void *arg)
{
  (void)arg;
  thrd_sleep(&(struct timespec){1, 0}, NULL);
  return NULL;
}

static void in_others(void)
{
  pthread_t t;
  pthread_create(&t, NULL, wait_for_bad, NULL);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, sleeps, NULL);
  CHECK(pthread_timedjoin_np(t, NULL, &bad[0]) == EINVAL);
  CHECK(pthread_join(t, NULL) == 0);
}

/* The mutex stays locked. */
static void conditions(void)
{
  CHECK(pthread_cond_timedwait(&condition, &mutex, &bad[0]) == EINVAL);
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(cnd_timedwait(&signalled, &plain, &bad[0]) == thrd_error);
  CHECK(mtx_trylock(&plain) == thrd_busy);
}

static void free_ones(void)
{
  CHECK(pthread_mutex_timedlock(&mutex, &bad[0]) == 0);
  CHECK(pthread_rwlock_timedrdlock(&lock, &bad[0]) == 0);
  CHECK(mtx_timedlock(&plain, &bad[0]) == thrd_success);
  CHECK(sem_post(&semaphore) == 0 && sem_timedwait(&semaphore, &bad[0]) == 0);
}

static void clocks(void)
{
  struct timespec t = {0, 0};
  clockid_t none[] = {10, 12, 1000, -1};
  for (int i = 0; i < 4; i++) {
    errno = 0;
    CHECK(clock_gettime(none[i], &t) == -1 && errno == EINVAL);
    errno = 0;
    CHECK(clock_getres(none[i], &t) == -1 && errno == EINVAL);
    CHECK(clock_nanosleep(none[i], 0, &t, NULL) == EINVAL);
  }
  for (clockid_t c = CLOCK_REALTIME; c <= CLOCK_TAI; c++)
    CHECK(c == 10 || clock_gettime(c, &t) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  mtx_init(&plain, mtx_timed);
  cnd_init(&signalled);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  mtx_lock(&plain);
  in_others();
  conditions();
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&lock);
  mtx_unlock(&plain);
  free_ones();
  clocks();
  int result = report();
  MPI_Finalize();
  return result;
}
