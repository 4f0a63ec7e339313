/* One thread hears by MPI_Request_get_status that a message is there, another
 * waits for the same request, and so may load it.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static int buffer;
static volatile int copy;
static MPI_Request request;

static void *hear(void *arg)
{
  int there = 0;
  while (!there)
    MPI_Request_get_status(request, &there, MPI_STATUS_IGNORE);
  return arg;
}

static void *load(void *arg)
{
  oriel_compute(1e-3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  copy = buffer;
  return arg;
}

int main(int argc, char **argv)
{
  int rank, level;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    pthread_create(&threads[0], NULL, hear, NULL);
    pthread_create(&threads[1], NULL, load, NULL);
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
