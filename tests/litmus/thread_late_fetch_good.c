/* A fetch that a thread issues while another waits in a flush is in time for
 * its own flush.
 *
 * run: np=3 options="--check --protocol message"
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>

static MPI_Win win;
static int one = 1, flag, got;
int seen;

static void wait_until(double date)
{
  while (MPI_Wtime() < date)
    nanosleep(&(struct timespec){.tv_nsec = 100}, NULL);
}

static void *work(void *start)
{
  wait_until(*(double *)start);
  MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  if (flag) MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  return start;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime() + 1e-3, later = start + 2e-6;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, work, &later);
    wait_until(start);
    MPI_Put(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    pthread_join(thread, NULL);
    seen = got;
  }
  if (rank == 2) {
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 0 && !seen;
}
