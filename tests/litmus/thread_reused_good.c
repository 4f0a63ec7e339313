/* The second thread gets the stack of the first, of whose end nobody knows, and
 * its thread-local variables: these are other objects.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static MPI_Win win;
static sem_t done;
static _Thread_local int own;

static void *work(void *nothing)
{
  int v = 1;
  MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Get(&own, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  sem_post(&done);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  sem_init(&done, 0, 0);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 2; i++) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    usleep(1000);
  }
  for (int i = 0; rank == 0 && i < 2; i++)
    sem_wait(&done);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
