/* Of a rank with threads, MPI_Win_wait of the target completes what an epoch
 * of MPI_Win_start has done there: the puts of both threads.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int values[2] = {1, 2};

static void *put(void *own)
{
  MPI_Put(own, 1, MPI_INT, 1, own == &values[1], 1, MPI_INT, win);
  return own;
}

int main(int argc, char **argv)
{
  int rank, *memory, provided, sum = 0;
  pthread_t thread;
  MPI_Group all, other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &(int){1 - rank}, &other);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    pthread_create(&thread, NULL, put, &values[1]);
    put(&values[0]);
    pthread_join(thread, NULL);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    sum = memory[0] + memory[1];
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
  return rank == 1 && sum != 3;
}
