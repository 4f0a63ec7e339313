/* A thread loads what a receive of another one brings, before its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0, thread 1, at thread_irecv_bad.c:21, not yet complete
 * report:   load        by rank 0 at thread_irecv_bad.c:40, main()
 * report:   Nothing orders them. MPI_Wait at thread_irecv_bad.c:23 comes too late. Let the other thread know of it before its load. [MPI-4.1 3.7.2]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static pthread_barrier_t barrier;
static MPI_Request request;
static int x;
int seen;

static void *work(void *nothing)
{
  MPI_Irecv(&x, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  pthread_barrier_wait(&barrier);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
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
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    MPI_Ssend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    pthread_barrier_wait(&barrier);
    seen = x;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
