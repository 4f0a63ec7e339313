/* What a thread's fetch finds is known to who completes it, but not to a thread
 * that began before that, though it has the number of the first one, which was
 * joined.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at thread_heir_bad.c:45 (epoch: lock_all, opened at thread_heir_bad.c:43), complete only for those who know of it
 * report:   MPI_Get     by rank 0, thread 1, at thread_heir_bad.c:29 (epoch: lock_all, opened at thread_heir_bad.c:43)
 * report:   Nothing orders them. MPI_Win_flush at thread_heir_bad.c:46 completes the MPI_Put, but nothing lets rank 0 know before its MPI_Get. [MPI-4.1 12.7]
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
    pthread_create(&thread, NULL, look, NULL);
    MPI_Win_flush(0, win);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
