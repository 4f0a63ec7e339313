/* Who begins a thread knows what a detached one did before it gave its mutex
 * back.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *get(void *nothing)
{
  pthread_mutex_lock(&mutex);
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  pthread_mutex_unlock(&mutex);
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
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    start(get);
    start(store);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
