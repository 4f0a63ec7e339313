/* A thread flushes what another one fetches, without order: so it does not know
 * what that has found.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Fetch_and_op by rank 0, thread 1, at thread_fetch_other_bad.c:25 (epoch: lock_all, opened at thread_fetch_other_bad.c:36), not yet complete
 * report:   MPI_Put          by rank 0 at thread_fetch_other_bad.c:43 (epoch: lock_all, opened at thread_fetch_other_bad.c:36)
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_fetch_other_bad.c:46 comes too late; move the MPI_Put into an epoch after it, or flush first. A flush by another thread did not know of the MPI_Fetch_and_op: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 1 at thread_fetch_other_bad.c:38 (epoch: lock_all, opened at thread_fetch_other_bad.c:36), complete only for those who know of it
 * report:   MPI_Put        by rank 0 at thread_fetch_other_bad.c:43 (epoch: lock_all, opened at thread_fetch_other_bad.c:36)
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_fetch_other_bad.c:46 completes the MPI_Accumulate, but nothing lets rank 0 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int buffer = 1;

static void *fetch(void *result)
{
  oriel_compute(1e-3);
  MPI_Fetch_and_op(NULL, result, MPI_INT, 0, 0, MPI_NO_OP, win);
  return result;
}

int main(int argc, char **argv)
{
  int *memory, result, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Accumulate(&buffer, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    pthread_create(&thread, NULL, fetch, &result);
    oriel_compute(2e-3);
    MPI_Win_flush(0, win);
    MPI_Put(&buffer, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
