/* A mutex lets threads call one after the other, under MPI_THREAD_SERIALIZED.
 *
 * run: np=1 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int got;
static MPI_Request request;

static void *receive(void *nothing)
{
  pthread_mutex_lock(&mutex);
  MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  pthread_mutex_unlock(&mutex);
  return nothing;
}

int main(int argc, char **argv)
{
  int provided, one = 1, flag;
  pthread_t thread;
  MPI_Request none = MPI_REQUEST_NULL;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Send_init(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &none);
  pthread_create(&thread, NULL, receive, NULL);
  oriel_compute(1e-3);
  pthread_mutex_lock(&mutex);
  MPI_Test(&none, &flag, MPI_STATUS_IGNORE);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  MPI_Start(&none);
  MPI_Wait(&none, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&none);
  MPI_Finalize();
  return got - 1;
}
