/* Threads of a rank share an epoch, and a barrier, a join or a mutex orders
 * what they do with it. Locks of two targets need none, nor does a put that
 * comes before a fence or after it, if there was another before.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int rank, values[2] = {1, 2};
static pthread_barrier_t opened;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *nothing)
{
  pthread_barrier_wait(&opened);
  MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  return nothing;
}

static void *put_between(void *nothing)
{
  oriel_compute(1e-3);
  MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  return nothing;
}

static void *lock(void *own)
{
  pthread_mutex_lock(&mutex);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Put(own, 1, MPI_INT, 1 - rank, own == &values[1], 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  pthread_mutex_unlock(&mutex);
  return own;
}

static void *lock_one(void *own)
{
  int target = own == &values[1];
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(own, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  return own;
}

int main(int argc, char **argv)
{
  int *memory, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_barrier_init(&opened, NULL, 2);
  pthread_create(&thread, NULL, put, NULL);
  MPI_Win_lock_all(0, win);
  pthread_barrier_wait(&opened);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, lock, &values[1]);
  lock(&values[0]);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, lock_one, &values[1]);
  lock_one(&values[0]);
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, put_between, NULL);
  MPI_Win_fence(0, win);
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
