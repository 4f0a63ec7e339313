/* Ranks add to a word of shared memory, but one of them without the mutex.
 *
 * run: np=3 options="--check --ppn 3" exit=121
 * build: --check -pthread
 * report: oriel: conflict in the window of rank 0, bytes [72, 76) (2 times)
 * report:   store       by rank 0 at shared_mutex_bad.c:54, main()
 * report:   load        by rank 2 at shared_mutex_bad.c:54, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [72, 76) (2 times)
 * report:   store       by rank 0 at shared_mutex_bad.c:54, main()
 * report:   store       by rank 2 at shared_mutex_bad.c:54, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>

struct guarded {
  pthread_mutex_t mutex;
  pthread_barrier_t barrier;
  int count;
};
int seen;

static void make(struct guarded *g, int size)
{
  pthread_mutexattr_t mutex;
  pthread_barrierattr_t barrier;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&g->mutex, &mutex);
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
  int rank, size, unit;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *g, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &g, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &g);
  if (rank == 0) make(g, size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank != 2) pthread_mutex_lock(&g->mutex);
  MPI_Win_sync(win);
  g->count++;
  MPI_Win_sync(win);
  if (rank != 2) pthread_mutex_unlock(&g->mutex);
  pthread_barrier_wait(&g->barrier);
  MPI_Win_sync(win);
  seen = g->count;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
