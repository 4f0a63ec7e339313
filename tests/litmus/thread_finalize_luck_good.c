/* A thread that nobody joins says that its last call of MPI is over, and then
 * goes on without; another one has never called MPI.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t over = PTHREAD_COND_INITIALIZER;
static int done;

static void *serve(void *unused)
{
  int word = 1;
  MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&over);
  pthread_mutex_unlock(&mutex);
  oriel_compute(1.0);
  return unused;
}

static void *compute(void *unused)
{
  oriel_compute(1e-3);
  return unused;
}

static void detached(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
}

int main(int argc, char **argv)
{
  int provided, rank, word;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  detached(compute);
  if (rank == 0) {
    detached(serve);
    pthread_mutex_lock(&mutex);
    while (!done)
      pthread_cond_wait(&over, &mutex);
    pthread_mutex_unlock(&mutex);
  } else {
    MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
