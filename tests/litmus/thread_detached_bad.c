/* Who begins a thread knows what a detached one did before it gave its mutex
 * back, and not what it did then. The new thread has the number of that one.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at thread_detached_bad.c:25 (epoch: lock_all, opened at thread_detached_bad.c:54), complete only for those who know of it
 * report:   store       by rank 0, a later thread 1, at thread_detached_bad.c:33, store()
 * report:   Nothing orders them. MPI_Win_flush at thread_detached_bad.c:26 completes the MPI_Get, but nothing lets the other thread know before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static MPI_Win win;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int x;

static void *get(void *nothing)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  sem_post(&done);
  return nothing;
}

static void *store(void *nothing)
{
  x = 2;
  return nothing;
}

static void start(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  usleep(1000);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  sem_init(&done, 0, 0);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    start(get);
    start(store);
    sem_wait(&done);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
