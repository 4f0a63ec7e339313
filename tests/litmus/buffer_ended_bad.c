/* Thread-local variables of a thread that ends before its Put and its receive
 * are complete.
 *
 * run: np=2 options="--check" exit=121
 * build: -pthread
 * report: oriel: origin buffer of MPI_Put that is gone
 * report:   MPI_Put     by rank 0, thread 1, at buffer_ended_bad.c:24 (reads a thread-local variable of a thread that has ended)
 * report:   A thread-local variable is there until its thread ends. [MPI-4.1 12.3]
 * report: oriel: buf of MPI_Irecv that is gone
 * report:   MPI_Irecv   by rank 0, thread 1, at buffer_ended_bad.c:25 (writes a thread-local variable of a thread that has ended)
 * report:   A thread-local variable is there until its thread ends. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <pthread.h>

static _Thread_local int sent, received;
static MPI_Win win;
static MPI_Request request;

static void *work(void *unused)
{
  sent = 5;
  received = 0;
  MPI_Put(&sent, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Irecv(&received, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  return unused;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Win_flush(1, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
