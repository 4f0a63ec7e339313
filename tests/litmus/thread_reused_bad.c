/* Two threads use one buffer, the second when the first has ended, of which
 * nobody knows; it has the number of the first.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at thread_reused_bad.c:27 (epoch: lock_all, opened at thread_reused_bad.c:41), complete only for those who know of it
 * report:   store       by rank 0, a later thread 1, at thread_reused_bad.c:26, work()
 * report:   Nothing orders them. MPI_Win_flush at thread_reused_bad.c:28 completes the MPI_Get, but nothing lets the other thread know before its store. [MPI-4.1 12.7]
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at thread_reused_bad.c:27 (epoch: lock_all, opened at thread_reused_bad.c:41), complete only for those who know of it
 * report:   MPI_Get     by rank 0, a later thread 1, at thread_reused_bad.c:27 (epoch: lock_all, opened at thread_reused_bad.c:41)
 * report:   Nothing orders them. MPI_Win_flush at thread_reused_bad.c:28 completes the earlier MPI_Get, but nothing lets the other thread know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static MPI_Win win;
static sem_t done;
static int x;

static void *work(void *nothing)
{
  x = 2;
  MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  sem_post(&done);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  sem_init(&done, 0, 0);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 2; i++) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    usleep(1000);
  }
  for (int i = 0; rank == 0 && i < 2; i++)
    sem_wait(&done);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
