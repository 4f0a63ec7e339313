/* The signal comes after the put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static MPI_Win win;
static int one = 1;

static void put(void)
{
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
}

static void *work(void *nothing)
{
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  put();
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    put();
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
