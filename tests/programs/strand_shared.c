/* What processes share to wait for each other serves ranks, too: spin locks,
 * futexes, and semaphores and mutexes that are taken and given back until
 * something has happened.
 *
 * mpich: no (MPICH's ranks may be on several hosts)
 * build: --check
 * run: np=3 options="--ppn 3 --check" twice=1
 * stdout: ok
 */
#include "check.h"

#include <linux/futex.h>
#include <oriel.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TIMES = 10 };

struct shared {
  pthread_spinlock_t spin;
  pthread_mutex_t mutex;
  sem_t semaphore;
  unsigned word;
  int count, by_mutex, by_semaphore;
};

static void open_all(struct shared *s)
{
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->mutex, &shared);
  pthread_spin_init(&s->spin, PTHREAD_PROCESS_SHARED);
  sem_init(&s->semaphore, 1, 1);
  s->word = 0;
  s->count = s->by_mutex = s->by_semaphore = 0;
}

static void count_by_spin_lock(struct shared *s)
{
  for (int i = 0; i < TIMES; i++) {
    pthread_spin_lock(&s->spin);
    int now = s->count;
    oriel_compute(1e-6);
    s->count = now + 1;
    pthread_spin_unlock(&s->spin);
  }
}

static void wait_on_word(struct shared *s)
{
  if (world_rank() > 0) {
    CHECK(syscall(SYS_futex, &s->word, FUTEX_WAIT, 0, NULL, NULL, 0) == 0);
    return;
  }
  oriel_compute(1e-3);
  s->word = 1;
  CHECK(syscall(SYS_futex, &s->word, FUTEX_WAKE, world_size(), NULL, NULL, 0) ==
        world_size() - 1);
}

static int look_by_mutex(struct shared *s, int more)
{
  pthread_mutex_lock(&s->mutex);
  int now = s->by_mutex += more;
  pthread_mutex_unlock(&s->mutex);
  return now;
}

static int look_by_semaphore(struct shared *s, int more)
{
  sem_wait(&s->semaphore);
  int now = s->by_semaphore += more;
  sem_post(&s->semaphore);
  return now;
}

int main(int argc, char **argv)
{
  struct shared *s;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  s = shared_memory(sizeof *s, &win);
  if (world_rank() == 0) open_all(s);
  shared_barrier(win);
  count_by_spin_lock(s);
  shared_barrier(win);
  CHECK(s->count == TIMES * world_size());
  wait_on_word(s);
  look_by_mutex(s, 1);
  while (look_by_mutex(s, 0) < world_size())
    continue;
  look_by_semaphore(s, 1);
  while (look_by_semaphore(s, 0) < world_size())
    continue;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
