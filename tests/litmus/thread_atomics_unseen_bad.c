/* A thread puts into what another thread's MPI_Put has not completed: no
 * atomics can have put them in order, so it does not matter that these are not
 * seen.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at thread_atomics_unseen_bad.c:22 (epoch: lock_all, opened at thread_atomics_unseen_bad.c:34), not yet complete
 * report:   MPI_Put     by rank 0 at thread_atomics_unseen_bad.c:39 (epoch: lock_all, opened at thread_atomics_unseen_bad.c:34)
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_atomics_unseen_bad.c:42 comes too late; move the later MPI_Put into an epoch after it, or flush first. [MPI-4.1 12.7]
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
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  atomic_store(&turn, 1);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, put, NULL);
    while (!atomic_load(&turn))
      ;
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
