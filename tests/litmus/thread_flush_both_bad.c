/* Two threads know of one put, and one of them alone flushes, or each does but
 * one locally only: it is complete for who has flushed, and as far.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `values` of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_both_bad.c:29 (epoch: lock_all, opened at thread_flush_both_bad.c:78), complete only for those who know of it
 * report:   store       by rank 0 at thread_flush_both_bad.c:58, origin()
 * report:   Nothing orders them. MPI_Win_flush_local at thread_flush_both_bad.c:31 completes the MPI_Put, but nothing lets the other thread know before its store. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_both_bad.c:37 (epoch: lock_all, opened at thread_flush_both_bad.c:78), complete only for those who know of it
 * report:   store       by rank 1 at thread_flush_both_bad.c:83, main()
 * report:   Nothing orders them. MPI_Win_flush at thread_flush_both_bad.c:39 completes the MPI_Put, but nothing lets rank 1 know before its store. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [8, 12)
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_both_bad.c:45 (epoch: lock_all, opened at thread_flush_both_bad.c:78), complete locally only
 * report:   store       by rank 1 at thread_flush_both_bad.c:85, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_both_bad.c:87 comes too late. Let rank 1 know of it, or of a flush, before its store. [MPI-4.1 12.7]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int values[3];
static pthread_barrier_t barrier;

static void *put_locally(void *nothing)
{
  MPI_Put(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  pthread_barrier_wait(&barrier);
  MPI_Win_flush_local(1, win);
  return nothing;
}

static void *put_remotely(void *nothing)
{
  MPI_Put(&values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  pthread_barrier_wait(&barrier);
  MPI_Win_flush(1, win);
  return nothing;
}

static void *put_twice(void *nothing)
{
  MPI_Put(&values[2], 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_flush_local(1, win);
  pthread_barrier_wait(&barrier);
  return nothing;
}

static void origin(void)
{
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, put_locally, NULL);
  pthread_barrier_wait(&barrier);
  oriel_compute(1e-3);
  values[0] = 1;
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, put_remotely, NULL);
  pthread_barrier_wait(&barrier);
  oriel_compute(1e-3);
  MPI_Win_flush_local(1, win);
  MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, put_twice, NULL);
  pthread_barrier_wait(&barrier);
  MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int rank, *memory, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(12, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    origin();
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[1] = 0;
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[2] = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
