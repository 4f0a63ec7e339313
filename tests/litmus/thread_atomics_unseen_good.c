/* Threads hand buffers and windows over by an atomic, which is not seen:
 * orielcc --check has not compiled this. So nobody says that nothing orders
 * what they do with these, nor what another rank does that hears of it.
 *
 * run: np=3 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static MPI_Win win;
static int part[4];
static atomic_int turn;

static void *put(void *nothing)
{
  while (!atomic_load(&turn))
    ;
  MPI_Put(part, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_flush(1, win);
  atomic_store(&turn, 0);
  return nothing;
}

static void hand_over(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, put, NULL);
  MPI_Recv(part, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  atomic_store(&turn, 1);
  while (atomic_load(&turn))
    ;
  MPI_Put(part, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Send(part, 4, MPI_INT, 2, 0, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) hand_over();
  if (rank == 1) MPI_Send(part, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Recv(part, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(part, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
