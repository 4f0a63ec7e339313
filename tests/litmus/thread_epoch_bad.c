/* Threads of a rank share an epoch, and nothing orders what they do with it:
 * that the lock is there when the put comes, and the put before the unlock, is
 * luck; so it is that the second thread's lock comes when the first one's is
 * over.
 *
 * run: np=2 options="--check" args=put exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_lock_all by rank 0 at thread_epoch_bad.c:77
 * report:   MPI_Put          by rank 0, thread 1, at thread_epoch_bad.c:43
 * report:   The MPI_Put may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Put            by rank 0, thread 1, at thread_epoch_bad.c:43
 * report:   MPI_Win_unlock_all by rank 0 at thread_epoch_bad.c:79
 * report:   The MPI_Win_unlock_all may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=lock exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_unlock by rank 0 at thread_epoch_bad.c:52
 * report:   MPI_Win_lock   by rank 0, thread 1, at thread_epoch_bad.c:50
 * report:   The MPI_Win_lock may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=fence exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_fence by rank 0 at thread_epoch_bad.c:84
 * report:   MPI_Put       by rank 0, thread 1, at thread_epoch_bad.c:43
 * report:   The MPI_Put may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=fences exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_fence by rank 0 at thread_epoch_bad.c:84
 * report:   MPI_Win_fence by rank 0, thread 1, at thread_epoch_bad.c:59
 * report:   The MPI_Win_fence may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <string.h>

static MPI_Win win;
static int rank, values[2] = {1, 2};

static void *put(void *nothing)
{
  oriel_compute(1e-3);
  MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  return nothing;
}

static void *lock(void *own)
{
  if (own == &values[1]) oriel_compute(1e-3);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Put(own, 1, MPI_INT, 1 - rank, own == &values[1], 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  return own;
}

static void *fence(void *nothing)
{
  oriel_compute(1e-3);
  MPI_Win_fence(0, win);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "shared");
  if (strcmp(argv[1], "lock") == 0) {
    pthread_create(&thread, NULL, lock, &values[1]);
    lock(&values[0]);
    pthread_join(thread, NULL);
  } else if (strcmp(argv[1], "put") == 0) {
    pthread_create(&thread, NULL, put, NULL);
    MPI_Win_lock_all(0, win);
    oriel_compute(2e-3);
    MPI_Win_unlock_all(win);
    pthread_join(thread, NULL);
  } else {
    void *(*work)(void *) = strcmp(argv[1], "fence") == 0 ? put : fence;
    pthread_create(&thread, NULL, work, NULL);
    MPI_Win_fence(0, win);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
