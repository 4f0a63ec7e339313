/* Threads take turns by atomics, which are not seen: orielcc --check has not
 * compiled this. So nobody says that nothing orders their calls.
 *
 * run: np=1 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static MPI_Win win;
static int one = 1;
static atomic_int turn;

static void *put(void *nothing)
{
  while (!atomic_load(&turn))
    ;
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  atomic_store(&turn, 0);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_create(&thread, NULL, put, NULL);
  MPI_Win_lock_all(0, win);
  atomic_store(&turn, 1);
  while (atomic_load(&turn))
    ;
  MPI_Win_unlock_all(win);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
}
