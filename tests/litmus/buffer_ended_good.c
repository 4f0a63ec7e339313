/* Thread-local variables of a thread that completes the one before it ends, of
 * one that ends when the other has told it so, and of main()'s.
 *
 * run: np=2 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <pthread.h>

static _Thread_local int sent, received, own;
static pthread_barrier_t issued, complete;
static MPI_Win win;
static MPI_Request request;

static void *work(void *unused)
{
  sent = 5;
  received = 0;
  MPI_Put(&sent, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Irecv(&received, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  MPI_Win_flush(1, win);
  pthread_barrier_wait(&issued);
  pthread_barrier_wait(&complete);
  return unused;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_barrier_init(&issued, NULL, 2);
    pthread_barrier_init(&complete, NULL, 2);
    MPI_Put(&own, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&issued);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    pthread_barrier_wait(&complete);
    pthread_join(thread, NULL);
    MPI_Win_flush(1, win);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
