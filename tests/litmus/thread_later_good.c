/* Threads that are joined call MPI one after the other, with one number; and a
 * fence comes after the exposure that a thread has ended.
 *
 * run: np=2 options="--check" args=serial
 * run: np=2 options="--check" args=lock
 * run: np=2 options="--check" args=fence
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static MPI_Win win;
static MPI_Group other;
static int rank;

static void *lock(void *nothing)
{
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Win_unlock(1 - rank, win);
  return nothing;
}

static void *probe(void *nothing)
{
  int flag;
  MPI_Iprobe(1 - rank, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return nothing;
}

static void *expose(void *nothing)
{
  MPI_Win_post(other, 0, win);
  MPI_Win_wait(win);
  return nothing;
}

static void joined(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  int *memory, provided, to;
  int level = strcmp(argv[1], "serial") == 0 ? MPI_THREAD_SERIALIZED
                                             : MPI_THREAD_MULTIPLE;
  MPI_Group all;
  MPI_Init_thread(&argc, &argv, level, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  to = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &to, &other);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "shared");
  if (strcmp(argv[1], "serial") == 0) {
    joined(probe);
    joined(probe);
  } else if (strcmp(argv[1], "lock") == 0) {
    joined(lock);
    joined(lock);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, expose, NULL);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
    pthread_join(thread, NULL);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
}
