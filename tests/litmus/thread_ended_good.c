/* A detached thread has ended when its result is loaded, and a semaphore says
 * so.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static MPI_Win win;
static sem_t done;
static int x;
int seen;

static void *work(void *nothing)
{
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
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
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  sem_init(&done, 0, 0);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    usleep(1000);
    sem_wait(&done);
    seen = x;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
