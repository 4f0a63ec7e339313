/* A joined thread has left its Get incomplete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at thread_no_flush_bad.c:19 (epoch: lock_all, opened at thread_no_flush_bad.c:30), not yet complete
 * report:   load        by rank 0 at thread_no_flush_bad.c:34, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_no_flush_bad.c:36 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int x;
int seen;

static void *work(void *nothing)
{
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
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
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    seen = x;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
