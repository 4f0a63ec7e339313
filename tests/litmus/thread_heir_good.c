/* What a thread's fetch finds is known to who completes it, and to a thread
 * that begins after that.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

enum { DATA, FLAG };
static MPI_Win win;
static int found, data;

static void *fetch(void *nothing)
{
  MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, FLAG, MPI_NO_OP, win);
  return nothing;
}

static void *look(void *nothing)
{
  usleep(1000);
  MPI_Get(&data, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided, one = 1;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[DATA] = memory[FLAG] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&one, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, FLAG, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  } else {
    usleep(1000);
    pthread_create(&thread, NULL, fetch, NULL);
    pthread_join(thread, NULL);
    MPI_Win_flush(0, win);
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
