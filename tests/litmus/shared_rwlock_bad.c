/* What a reader stores while it has the lock, another reader may load at the
 * same time.
 *
 * run: np=3 options="--check --ppn 3" exit=121
 * build: --check -pthread
 * report: oriel: conflict in the window of rank 0, bytes [88, 92) (4 times)
 * report:   store       by rank 0 at shared_rwlock_bad.c:60, main()
 * report:   load        by rank 1 at shared_rwlock_bad.c:60, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [88, 92) (8 times)
 * report:   load        by rank 0 at shared_rwlock_bad.c:63, main()
 * report:   store       by rank 1 at shared_rwlock_bad.c:60, main()
 * report:   Nothing orders them. Let a barrier or message come between the load and the store. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [88, 92) (4 times)
 * report:   store       by rank 0 at shared_rwlock_bad.c:60, main()
 * report:   store       by rank 1 at shared_rwlock_bad.c:60, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>

struct guarded {
  pthread_rwlock_t lock;
  pthread_barrier_t barrier;
  int count, last[2];
};

static void make(struct guarded *g, int size)
{
  pthread_rwlockattr_t lock;
  pthread_barrierattr_t barrier;
  pthread_rwlockattr_init(&lock);
  pthread_rwlockattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&g->lock, &lock);
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&g->barrier, &barrier, size);
  g->count = 0;
}

int main(int argc, char **argv)
{
  struct guarded *g;
  MPI_Win win;
  MPI_Aint bytes;
  int rank, size, unit, seen = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *g, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &g, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &g);
  MPI_Win_lock_all(0, win);
  if (rank == 0) make(g, size);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int round = 0; round < 2; round++) {
    pthread_rwlock_rdlock(&g->lock);
    g->count++;
    pthread_rwlock_unlock(&g->lock);
    pthread_rwlock_rdlock(&g->lock);
    seen += g->count;
    pthread_rwlock_unlock(&g->lock);
    if (rank == round) g->last[round] = round;
    pthread_barrier_wait(&g->barrier);
    seen += g->last[round];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 3;
}
