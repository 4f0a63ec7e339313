/* A flush by a thread that does not know of the get: it may come before that,
 * though the join comes after both.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `got` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at thread_blind_flush_bad.c:35 (epoch: lock_all, opened at thread_blind_flush_bad.c:32), not yet complete
 * report:   load        by rank 0 at thread_blind_flush_bad.c:37, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_blind_flush_bad.c:39 comes too late; move the load after it, or flush first. A flush by another thread did not know of the MPI_Get: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int got, seen;

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
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    pthread_join(thread, NULL);
    seen = got;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen;
}
