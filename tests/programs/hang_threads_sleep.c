/* A thread that polls for ever beside threads of its rank that sleep, again and
 * again, is told of when the patience of the user is over: whoever sleeps there
 * would have had a look due at the end of it, and no end of that was seen.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 0.1" twice=1
 * stderr: rank 0, thread 0 at hang_threads_sleep.c:38: MPI_Test finds nothing, again and again; it asks for a message from rank 1 with tag 1
 * stderr: ranks 0-1, thread 1 at hang_threads_sleep.c:22: usleep, again and again
 * stderr: rank 1, thread 0 at hang_threads_sleep.c:40: MPI_Barrier waits for rank 0 of MPI_COMM_WORLD
 * run: np=1 exit=122 options="--patience 0.1"
 * stderr: rank 0, thread 1 at hang_threads_sleep.c:22: usleep, again and again
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static volatile int stop;

static void *sleep_on(void *arg)
{
  while (!stop)
    usleep(100);
  return arg;
}

int main(int argc, char **argv)
{
  int rank, size, value, done = 0, level;
  pthread_t thread;
  MPI_Request request;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  pthread_create(&thread, NULL, sleep_on, NULL);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, &request);
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  stop = 1;
  pthread_join(thread, NULL);
  MPI_Finalize();
}
