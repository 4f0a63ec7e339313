/* Readers do not exclude each other.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at thread_rwlock_bad.c:20 (epoch: lock_all, opened at thread_rwlock_bad.c:33), not yet complete
 * report:   MPI_Put     by rank 0, thread 1, at thread_rwlock_bad.c:20 (epoch: lock_all, opened at thread_rwlock_bad.c:33)
 * report:   Nothing orders them. MPI_Win_flush at thread_rwlock_bad.c:21 comes too late. Let the other thread know of it before its MPI_Put. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static MPI_Win win;
static int one = 1;

static void *work(void *nothing)
{
  pthread_rwlock_rdlock(&lock);
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  pthread_rwlock_unlock(&lock);
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
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
