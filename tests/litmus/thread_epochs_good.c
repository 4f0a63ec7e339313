/* Threads of a rank share its epochs, and a barrier, a mutex or a join orders
 * what has to be: each operation and the calls before and after it, locks of
 * one target and of all. Not so operations of one epoch, nor one that comes
 * before a fence or after it, nor an access epoch and the rank's own exposure.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static MPI_Group other;
static int rank, values[2] = {1, 2};
static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void put(int i)
{
  MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
}

static void *put_between(void *nothing)
{
  pthread_barrier_wait(&barrier);
  put(1);
  pthread_barrier_wait(&barrier);
  return nothing;
}

static void *put_unordered(void *nothing)
{
  put(1);
  return nothing;
}

static void *lock_all(void *late)
{
  if (late) oriel_compute(1e-3);
  pthread_mutex_lock(&mutex);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  pthread_mutex_unlock(&mutex);
  return late;
}

static void *lock_one(void *late)
{
  if (late) oriel_compute(1e-3);
  pthread_mutex_lock(&mutex);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Win_unlock(1 - rank, win);
  pthread_mutex_unlock(&mutex);
  return late;
}

static void *expose(void *nothing)
{
  MPI_Win_post(other, 0, win);
  MPI_Win_wait(win);
  return nothing;
}

static void *wait_posted(void *nothing)
{
  pthread_barrier_wait(&barrier);
  MPI_Win_wait(win);
  return nothing;
}

static void access_other(void)
{
  MPI_Win_start(other, 0, win);
  put(0);
  MPI_Win_complete(win);
}

/* Two threads' operations in an epoch of all, and of one target. */
static void locked(int type)
{
  pthread_t thread;
  pthread_create(&thread, NULL, put_between, NULL);
  if (type)
    MPI_Win_lock(type, 1 - rank, 0, win);
  else
    MPI_Win_lock_all(0, win);
  pthread_barrier_wait(&barrier);
  oriel_compute(1e-3);
  put(0);
  pthread_barrier_wait(&barrier);
  if (type)
    MPI_Win_unlock(1 - rank, win);
  else
    MPI_Win_unlock_all(win);
  pthread_join(thread, NULL);
}

static void with_thread(void *(*other_does)(void *), void *(*does)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, other_does, &rank);
  does(NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int *memory, provided, to;
  pthread_t thread;
  MPI_Group all;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  to = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &to, &other);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_barrier_init(&barrier, NULL, 2);
  locked(0);
  MPI_Barrier(MPI_COMM_WORLD);
  locked(MPI_LOCK_EXCLUSIVE);
  MPI_Barrier(MPI_COMM_WORLD);
  locked(MPI_LOCK_SHARED);
  with_thread(lock_all, lock_one);
  with_thread(lock_one, lock_all);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, wait_posted, NULL);
  MPI_Win_post(other, 0, win);
  pthread_barrier_wait(&barrier);
  access_other();
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, expose, NULL);
  access_other();
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, put_unordered, NULL);
  oriel_compute(1e-3);
  MPI_Win_fence(0, win);
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
}
