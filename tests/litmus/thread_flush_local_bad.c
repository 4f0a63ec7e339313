/* Two threads get into words of their own, complete that by a flush, again and
 * again, and store there; after their last get they do not flush.
 *
 * build: --check -pthread
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `got` of rank 0, 4 bytes (2 times)
 * report:   MPI_Get     by rank 0 at thread_flush_local_bad.c:24 (epoch: lock_all, opened at thread_flush_local_bad.c:39), not yet complete
 * report:   store       by rank 0 at thread_flush_local_bad.c:26, gets()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_flush_local_bad.c:45 comes too late; move the store after it, or flush first. A flush by another thread did not know of the MPI_Get: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win window;
static int got[8];

static void *gets(void *at)
{
  int *mine = at;
  for (int i = 0; i < 50; i++) {
    MPI_Get(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush_local(1, window);
    *mine = i;
    MPI_Get(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    if (i < 49) MPI_Win_flush(1, window);
    *mine = i;
  }
  return NULL;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    pthread_create(&thread, NULL, gets, &got[0]);
    gets(&got[4]);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
