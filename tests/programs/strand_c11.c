/* C11's threads: which they are, how they end, and a condition that wakes all
 * who wait.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <stdint.h>
#include <threads.h>

enum { THREADS = 3 };

static mtx_t lock;
static cnd_t released;
static int waiting, ended;
static int go;
static thrd_t ids[THREADS];

static int wait_for_all(void *number)
{
  mtx_lock(&lock);
  waiting++;
  while (!go)
    cnd_wait(&released, &lock);
  CHECK(thrd_equal(thrd_current(), ids[(intptr_t)number]));
  mtx_unlock(&lock);
  thrd_exit((int)(intptr_t)number + 7);
}

static int end_alone(void *unused)
{
  (void)unused;
  mtx_lock(&lock);
  ended = 1;
  mtx_unlock(&lock);
  return 0;
}

static void check_keys(void)
{
  tss_t key;
  CHECK(tss_create(&key, NULL) == thrd_success);
  CHECK(tss_set(key, &lock) == thrd_success && tss_get(key) == &lock);
  tss_delete(key);
  CHECK(tss_set(key, &lock) == thrd_error);
}

/* Until it is so many, others run. */
static void await(const int *count, int many)
{
  for (int now = 0; now < many; thrd_yield()) {
    mtx_lock(&lock);
    now = *count;
    mtx_unlock(&lock);
  }
}

int main(int argc, char **argv)
{
  thrd_t alone;
  int result, level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  CHECK(mtx_init(&lock, mtx_plain) == thrd_success);
  CHECK(cnd_init(&released) == thrd_success);
  for (intptr_t i = 0; i < THREADS; i++)
    CHECK(thrd_create(&ids[i], wait_for_all, (void *)i) == thrd_success);
  await(&waiting, THREADS);
  mtx_lock(&lock);
  go = 1;
  CHECK(cnd_broadcast(&released) == thrd_success);
  mtx_unlock(&lock);
  for (int i = 0; i < THREADS; i++) {
    CHECK(thrd_join(ids[i], &result) == thrd_success);
    CHECK(result == i + 7);
    CHECK(!thrd_equal(ids[i], thrd_current()));
  }
  CHECK(thrd_create(&alone, end_alone, NULL) == thrd_success);
  CHECK(thrd_detach(alone) == thrd_success);
  await(&ended, 1);
  check_keys();
  cnd_destroy(&released);
  mtx_destroy(&lock);
  report();
  MPI_Finalize();
}
