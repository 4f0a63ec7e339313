/* Another thread's flush, which is ordered with nothing, frees no buffer.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `buffer` of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at thread_flush_local_bad.c:34 (epoch: lock_all, opened at thread_flush_local_bad.c:31), not yet complete
 * report:   store       by rank 0 at thread_flush_local_bad.c:36, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_local_bad.c:39 comes too late; move the store after it, or flush first. A flush by another thread did not know of the MPI_Put: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int buffer = 1;

static void *flush(void *arg)
{
  oriel_compute(1e-3);
  MPI_Win_flush_all(win);
  return arg;
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
    pthread_create(&thread, NULL, flush, NULL);
    MPI_Put(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    oriel_compute(2e-3);
    buffer = 2;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
