/* Threads call MPI that said they would not, or not at once.
 *
 * run: np=2 options="--check" args=funneled exit=121
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:23: MPI_Win_lock by another thread than the main one, under MPI_THREAD_FUNNELED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:24: MPI_Put by another thread than the main one, under MPI_THREAD_FUNNELED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:25: MPI_Win_unlock by another thread than the main one, under MPI_THREAD_FUNNELED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * run: np=2 options="--check" args=serialized exit=121
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:23: MPI_Win_lock while thread 0 is in MPI_Barrier, under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:24: MPI_Put while thread 0 is in MPI_Barrier, under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more [MPI-4.1 11.6]
 * report: oriel: rank 0, thread 1 at thread_level_bad.c:25: MPI_Win_unlock while thread 0 is in MPI_Barrier, under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more [MPI-4.1 11.6]
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static MPI_Win win;
static int rank, one = 1;

static void *put(void *unused)
{
  (void)unused;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  return NULL;
}

int main(int argc, char **argv)
{
  int level = strcmp(argv[1], "funneled") == 0     ? MPI_THREAD_FUNNELED
              : strcmp(argv[1], "serialized") == 0 ? MPI_THREAD_SERIALIZED
                                                   : MPI_THREAD_MULTIPLE;
  int provided, *memory;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, level, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_create(&thread, NULL, put, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
}
