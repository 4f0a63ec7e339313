/* Thread-local variables of a thread that ends when its Get is complete; the
 * next thread has its own where they were.
 *
 * run: np=2 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static _Thread_local int got[64];
static MPI_Win window;

static void *gets(void *arg)
{
  MPI_Get(&got[7], 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
  return arg;
}

static void *waits(void *arg)
{
  got[3] = 1;
  oriel_compute(1e-2);
  return arg;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t first, second;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    pthread_create(&first, NULL, gets, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, waits, NULL);
    oriel_compute(1e-3);
    pthread_join(second, NULL);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
