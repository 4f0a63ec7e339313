/* Threads that make a lock, write the same entries with it and destroy it: that
 * the next one makes its own in the same place orders nothing.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0, thread 1, at thread_lock_made_bad.c:29 (epoch: lock_all, opened at thread_lock_made_bad.c:64), complete only for those who know of it
 * report:   MPI_Put     by rank 0, thread 2, at thread_lock_made_bad.c:29 (epoch: lock_all, opened at thread_lock_made_bad.c:64)
 * report:   Nothing orders them. MPI_Win_flush at thread_lock_made_bad.c:30 completes the earlier MPI_Put, but nothing lets the other thread know before its MPI_Put. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0, thread 1, at thread_lock_made_bad.c:35 (epoch: lock_all, opened at thread_lock_made_bad.c:64), complete only for those who know of it
 * report:   MPI_Put     by rank 0, thread 2, at thread_lock_made_bad.c:35 (epoch: lock_all, opened at thread_lock_made_bad.c:64)
 * report:   Nothing orders them. MPI_Win_flush at thread_lock_made_bad.c:36 completes the earlier MPI_Put, but nothing lets the other thread know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <threads.h>

static MPI_Win win;
static mtx_t mutex;
static pthread_spinlock_t spin;
static const int numbers[2];

static int put(void *unused)
{
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  MPI_Put(&numbers[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  mtx_unlock(&mutex);
  mtx_destroy(&mutex);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&spin);
  MPI_Put(&numbers[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  pthread_spin_unlock(&spin);
  pthread_spin_destroy(&spin);
  return unused != NULL;
}

static int later(void *unused)
{
  oriel_sleep(1e-3);
  return put(unused);
}

/* They come one after the other. */
static void threads(void)
{
  thrd_t first, second;
  thrd_create(&first, put, NULL);
  thrd_create(&second, later, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) threads();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
