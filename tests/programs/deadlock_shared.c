/* The report of a deadlock of ranks that wait for locks in memory they share:
 * whose threads hold them, and the cycle.
 *
 * mpich: no (it hangs)
 * run: np=3 args="mutexes" exit=122 options="--ppn 3" twice=1
 * stderr: rank 0 at deadlock_shared.c:44: pthread_mutex_lock waits
 * stderr: waits for a mutex that thread 0 of rank 1 holds
 * stderr: rank 2 at deadlock_shared.c:44: pthread_mutex_lock waits
 * stderr: waits for a mutex that thread 0 of rank 0 holds
 * stderr: cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
 * run: np=2 args="rwlocks" exit=122 options="--ppn 2"
 * stderr: a read-write lock that thread 0 of rank 1 has for writing
 * stderr: cycle: rank 0 -> rank 1 -> rank 0
 * run: np=2 args="own" exit=122 options="--ppn 2"
 * stderr: ranks 0-1 at deadlock_shared.c:44: pthread_mutex_lock waits
 * stderr: waits for a mutex that thread 0 holds
 */
#include "check.h"

#include <pthread.h>

struct locks {
  pthread_mutex_t mutex;
  pthread_rwlock_t rwlock;
};

static void init(struct locks *l)
{
  pthread_mutexattr_t m;
  pthread_rwlockattr_t r;
  pthread_mutexattr_init(&m);
  pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&l->mutex, &m);
  pthread_rwlockattr_init(&r);
  pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&l->rwlock, &r);
}

/* Each locks its own, then the next one's. */
static void mutexes(struct locks *own, struct locks *next)
{
  pthread_mutex_lock(&own->mutex);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_mutex_lock(&next->mutex);
}

static void rwlocks(struct locks *own, struct locks *next)
{
  pthread_rwlock_wrlock(&own->rwlock);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_rwlock_rdlock(&next->rwlock);
}

int main(int argc, char **argv)
{
  struct locks *own, *next;
  MPI_Win win;
  MPI_Aint size;
  int unit;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own,
                          &win);
  MPI_Win_shared_query(win, (world_rank() + 1) % world_size(), &size, &unit,
                       &next);
  init(own);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(argv[1], "mutexes")) mutexes(own, next);
  if (!strcmp(argv[1], "rwlocks")) rwlocks(own, next);
  if (!strcmp(argv[1], "own")) mutexes(own, own);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
