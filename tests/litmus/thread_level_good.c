/* Threads call MPI as they said: one after the other, or as they like; or only
 * what any thread may call.
 *
 * run: np=2 options="--check" args=funneled
 * run: np=2 options="--check" args=serialized
 * run: np=2 options="--check" args=multiple
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static MPI_Win win;
static int rank, one = 1;

static void *ask(void *unused)
{
  int version, subversion, length, is;
  char name[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Is_thread_main(&is);
  MPI_Query_thread(&is);
  MPI_Initialized(&is);
  MPI_Finalized(&is);
  MPI_Get_version(&version, &subversion);
  MPI_Get_library_version(name, &length);
  return unused;
}

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
  pthread_create(&thread, NULL, level == MPI_THREAD_FUNNELED ? ask : put, NULL);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
