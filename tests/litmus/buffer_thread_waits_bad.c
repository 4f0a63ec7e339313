/* A thread waits, out of the function whose local variable its Put reads, until
 * another one has flushed.
 *
 * run: np=2 options="--check" exit=121
 * build: -pthread
 * report: oriel: origin buffer of MPI_Put that is gone
 * report:   MPI_Put     by rank 0, thread 1, at buffer_thread_waits_bad.c:19 (reads the stack of a function that has returned)
 * report:   A local variable is there until its function returns. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static pthread_barrier_t both;

__attribute__((noinline)) static void put(int value)
{
  volatile int local = value;
  MPI_Put((int *)&local, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}

static void *work(void *unused)
{
  put(5);
  pthread_barrier_wait(&both);
  pthread_barrier_wait(&both);
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
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&both);
    MPI_Win_flush(1, win);
    pthread_barrier_wait(&both);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
