/* A lock on the stack of one thread, which takes and gives it back while it
 * waits for the other.
 *
 * mpich: no (it may be slow)
 * build: -pthread
 * run: np=1 twice=1
 * run: np=1 options="--check"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <pthread.h>
#include <stdatomic.h>

struct shared {
  atomic_flag lock;
  int ready;
};

static void take(atomic_flag *lock)
{
  while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
    continue;
}

static void give(atomic_flag *lock)
{
  atomic_flag_clear_explicit(lock, memory_order_release);
}

static void *work(void *arg)
{
  struct shared *s = arg;
  oriel_compute(1e-3);
  take(&s->lock);
  s->ready = 1;
  give(&s->lock);
  return NULL;
}

static void *idle(void *unused)
{
  (void)unused;
  oriel_compute(1);
  return NULL;
}

int main(int argc, char **argv)
{
  struct shared s = {ATOMIC_FLAG_INIT, 0};
  pthread_t worker, idler;
  int found = 0, given;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  pthread_create(&worker, NULL, work, &s);
  pthread_create(&idler, NULL, idle, NULL);
  while (!found) {
    take(&s.lock);
    found = s.ready;
    give(&s.lock);
  }
  CHECK(MPI_Wtime() < 0.1);
  pthread_join(worker, NULL);
  pthread_join(idler, NULL);
  if (!complaints) puts("ok");
  MPI_Finalize();
}
