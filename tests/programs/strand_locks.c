/* Mutexes (plain, recursive, checking), condition variables, barriers, once,
 * read-write locks, spin locks and semaphores among the threads of a rank.
 *
 * run: np=2 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <oriel.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

enum { THREADS = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore;
static int order[THREADS], next, initialised, serial, inside, admitted, items,
    taken;

static void each(void *(*f)(void *))
{
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, f, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
}

/* First come, first served; the last thread comes first. */
static void *fifo(void *arg)
{
  long i = (long)arg;
  oriel_sleep((double)(THREADS - i) * 1e-3);
  pthread_mutex_lock(&mutex);
  CHECK(inside++ == 0);
  oriel_sleep(10e-3);
  order[next++] = (int)i;
  inside--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *recursive(void *arg)
{
  (void)arg;
  for (int i = 0; i < 3; i++)
    CHECK(pthread_mutex_lock(&nested) == 0);
  int before = ++inside;
  oriel_sleep(1e-3);
  CHECK(inside == before);
  for (int i = 0; i < 3; i++)
    CHECK(pthread_mutex_unlock(&nested) == 0);
  CHECK(pthread_mutex_unlock(&nested) == EPERM);
  return NULL;
}

static void initialise(void)
{
  oriel_sleep(5e-3);
  initialised++;
}

static void *once_and_barrier(void *arg)
{
  (void)arg;
  pthread_once(&control, initialise);
  CHECK(initialised == 1);
  for (int i = 0; i < 3; i++)
    serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  return NULL;
}

/* One thread fills, the others take. */
static void *pass_items(void *arg)
{
  if ((long)arg == 0) {
    for (int i = 0; i < 3 * (THREADS - 1); i++) {
      oriel_sleep(1e-3);
      pthread_mutex_lock(&mutex);
      items++;
      pthread_cond_signal(&filled);
      pthread_mutex_unlock(&mutex);
    }
    return NULL;
  }
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (items == 0)
      pthread_cond_wait(&filled, &mutex);
    items--;
    taken++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *readers_and_writers(void *arg)
{
  if ((long)arg % 2) {
    pthread_rwlock_wrlock(&rwlock);
    CHECK(inside == 0);
    inside = 100;
    oriel_sleep(1e-3);
    inside = 0;
  } else {
    pthread_rwlock_rdlock(&rwlock);
    CHECK(inside < 100);
    inside++;
    oriel_sleep(1e-3);
    inside--;
  }
  CHECK(pthread_rwlock_unlock(&rwlock) == 0);
  return NULL;
}

static void *spins(void *arg)
{
  (void)arg;
  if (pthread_spin_trylock(&spin) != 0) pthread_spin_lock(&spin);
  CHECK(inside++ == 0);
  oriel_sleep(1e-3);
  inside--;
  pthread_spin_unlock(&spin);
  sem_wait(&semaphore);
  CHECK(admitted++ < 2);
  oriel_sleep(1e-3);
  admitted--;
  sem_post(&semaphore);
  return NULL;
}

/* A time limit is met to the nanosecond. */
static void timeouts(void)
{
  struct timespec t;
  double begin = oriel_now();
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 2;
  pthread_mutex_lock(&mutex);
  CHECK(pthread_cond_timedwait(&filled, &mutex, &t) == ETIMEDOUT);
  CHECK(oriel_now() - begin >= 2 - 1e-9 && oriel_now() - begin < 2 + 1e-6);
  pthread_mutex_unlock(&mutex);
  sem_init(&semaphore, 0, 0);
  CHECK(sem_timedwait(&semaphore, &t) == -1 && errno == ETIMEDOUT);
  CHECK(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
}

static void *try_locked(void *arg)
{
  (void)arg;
  struct timespec t = {0, 0};
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(pthread_mutex_timedlock(&mutex, &t) == ETIMEDOUT);
  CHECK(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  CHECK(pthread_rwlock_tryrdlock(&rwlock) == 0);
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  each(fifo);
  for (int i = 0; i < THREADS; i++)
    CHECK(order[i] == THREADS - 1 - i);
  each(recursive);
  inside = 0;
  pthread_barrier_init(&barrier, NULL, THREADS);
  each(once_and_barrier);
  CHECK(initialised == 1 && serial == 3);
  each(pass_items);
  CHECK(taken == 3 * (THREADS - 1) && items == 0);
  each(readers_and_writers);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&semaphore, 0, 2);
  each(spins);
  timeouts();
  pthread_mutex_lock(&mutex);
  pthread_rwlock_rdlock(&rwlock);
  each(try_locked);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&rwlock);

  pthread_mutexattr_t a;
  pthread_mutex_t checking;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &a);
  CHECK(pthread_mutex_unlock(&checking) == EPERM);
  CHECK(pthread_mutex_lock(&checking) == 0);
  CHECK(pthread_mutex_lock(&checking) == EDEADLK);
  CHECK(pthread_mutex_destroy(&checking) == EBUSY);
  CHECK(pthread_mutex_unlock(&checking) == 0);
  CHECK(pthread_mutex_destroy(&checking) == 0);
  int failed = report();
  MPI_Finalize();
  return failed;
}
