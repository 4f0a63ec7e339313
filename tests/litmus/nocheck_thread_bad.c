/* A thread has a lock with MPI_MODE_NOCHECK, and its rank's main thread tells
 * another rank to lock, whether that has unlocked or not.
 *
 * run: np=3 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 1
 * report:   MPI_Win_lock by rank 0, thread 1, at nocheck_thread_bad.c:19 (exclusive, MPI_MODE_NOCHECK)
 * report:   MPI_Win_lock by rank 2 at nocheck_thread_bad.c:19 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;

static void *put(void *arg)
{
  int x = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 1, *(int *)arg, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  return NULL;
}

int main(int argc, char **argv)
{
  int *memory, rank, given;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, put, &rank);
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
  }
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    put(&rank);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
