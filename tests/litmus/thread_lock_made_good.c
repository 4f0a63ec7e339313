/* Threads that write the same entries with locks that are there for all.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
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
  mtx_lock(&mutex);
  MPI_Put(&numbers[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  mtx_unlock(&mutex);
  pthread_spin_lock(&spin);
  MPI_Put(&numbers[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  pthread_spin_unlock(&spin);
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
  mtx_init(&mutex, mtx_plain);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  if (rank == 0) threads();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
