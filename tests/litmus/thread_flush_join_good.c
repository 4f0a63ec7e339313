/* A thread puts, flushes, and puts again; who has joined it flushes, too, for
 * the first time.
 *
 * build: --check -pthread
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win window;
static int one = 1;

static void *puts_twice(void *arg)
{
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
  MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
  return arg;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided, sum = 0;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    pthread_create(&thread, NULL, puts_twice, NULL);
    pthread_join(thread, NULL);
    MPI_Win_flush(1, window);
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += memory[0];
    sum += memory[1];
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return rank && sum != 3;
}
