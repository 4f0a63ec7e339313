/* A thread has ended when its result is loaded, but nobody has joined it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at thread_ended_bad.c:20 (epoch: lock_all, opened at thread_ended_bad.c:32), complete only for those who know of it
 * report:   load        by rank 0 at thread_ended_bad.c:36, main()
 * report:   Nothing orders them. MPI_Win_flush at thread_ended_bad.c:21 completes the MPI_Get, but nothing lets the other thread know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static int x;
int seen;

static void *work(void *nothing)
{
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
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
    usleep(1000);
    seen = x;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
