/* pthreads: create, join, detach, exit, self, attributes; each thread has its
 * own thread-local variables, errno and thread-specific data, whose destructor
 * runs at its end.
 *
 * run: np=3 twice=1
 * stdout: ok
 */
#include "check.h"
#include <errno.h>
#include <pthread.h>

static __thread int local = 7;
static int shared, destroyed, cleaned;
static pthread_key_t key;

static void destroy(void *value)
{
  destroyed += *(int *)value;
}

static void *work(void *arg)
{
  int n = (int)(long)arg;
  int *value = malloc(sizeof *value);
  *value = n;
  CHECK(local == 7);
  CHECK(errno == 0);
  CHECK(pthread_getspecific(key) == NULL);
  local = n;
  errno = n;
  pthread_setspecific(key, value);
  sched_yield();
  CHECK(local == n);
  CHECK(errno == n);
  CHECK(pthread_getspecific(key) == value);
  shared += n;
  return (void *)(long)(n * n);
}

static void clean(void *arg)
{
  cleaned = 10 * cleaned + (int)(long)arg;
}

static void leave_deep(int);
static void (*volatile deeper)(int) = leave_deep;

static void leave_deep(int depth)
{
  if (depth == 0) pthread_exit((void *)42L);
  deeper(depth - 1);
}

static void *leaves(void *arg)
{
  (void)arg;
  pthread_cleanup_push(clean, (void *)1L);
  pthread_cleanup_push(clean, (void *)2L);
  pthread_cleanup_push(clean, (void *)3L);
  pthread_cleanup_pop(0);
  leave_deep(5);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return NULL;
}

static void *deep(void *arg)
{
  volatile char room[3 << 20];
  room[0] = room[sizeof room - 1] = 5;
  *(int *)arg = room[0] + room[sizeof room - 1];
  return NULL;
}

static void joins(void)
{
  pthread_t t[4];
  void *value;
  int sum = 0;
  for (long i = 0; i < 4; i++)
    CHECK(pthread_create(&t[i], NULL, work, (void *)(i + 1)) == 0);
  for (int i = 0; i < 4; i++) {
    CHECK(pthread_join(t[i], &value) == 0);
    sum += (int)(long)value;
    for (int k = 0; k < i; k++)
      CHECK(!pthread_equal(t[i], t[k]));
  }
  CHECK(sum == 30);
  CHECK(shared == 10);
  CHECK(destroyed == 10);
  CHECK(local == 7);
  CHECK(pthread_join(t[0], NULL) == ESRCH);
  CHECK(pthread_join(pthread_self(), NULL) == EDEADLK);
}

static void exits_and_attributes(void)
{
  pthread_t t;
  pthread_attr_t a;
  void *value;
  int sum = 0;
  pthread_create(&t, NULL, leaves, NULL);
  pthread_join(t, &value);
  CHECK(value == (void *)42L);
  CHECK(cleaned == 21);
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 4 << 20);
  pthread_create(&t, &a, deep, &sum);
  pthread_join(t, NULL);
  CHECK(sum == 10);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &a, deep, &sum);
  CHECK(pthread_join(t, NULL) == EINVAL);
}

static void many(void)
{
  for (int i = 0; i < 2000; i++) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
  }
}

int main(int argc, char **argv)
{
  int provided, main_thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Is_thread_main(&main_thread);
  CHECK(main_thread);
  pthread_key_create(&key, destroy);
  local = 7;
  joins();
  exits_and_attributes();
  many();
  int failed = report();
  MPI_Finalize();
  return failed;
}
