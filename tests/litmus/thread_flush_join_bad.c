/* A thread puts, flushes, and puts again; who has joined it does not
 * flush.
 *
 * build: --check -pthread
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0, thread 1, at thread_flush_join_bad.c:21 (epoch: lock_all, opened at thread_flush_join_bad.c:33), not yet complete
 * report:   load        by rank 1 at thread_flush_join_bad.c:41, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_join_bad.c:43 comes too late. Let rank 1 know of it, or of a flush, before its load. [MPI-4.1 12.7]
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
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += memory[0];
    sum += memory[1];
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum < 0;
}
