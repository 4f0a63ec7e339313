/* A thread that nobody joins has called MPI, and another comes later, which
 * gets its number: by luck, as the fence of main() does after the exposure that
 * a thread has ended.
 *
 * run: np=2 options="--check" args=serial exit=121
 * report: oriel: rank 0, thread 1 at thread_later_bad.c:45: MPI_Iprobe, which nothing orders after MPI_Iprobe of an earlier thread 1 at thread_later_bad.c:45, under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0 at thread_later_bad.c:92: MPI_Win_free, which nothing orders after MPI_Iprobe of thread 1 at thread_later_bad.c:45, under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more [MPI-4.1 11.6] (2 times)
 * report: oriel: rank 0 at thread_later_bad.c:95: MPI_Finalize, which nothing orders after MPI_Iprobe of thread 1 at thread_later_bad.c:45, which must be over before [MPI-4.1 11.6.2] (4 times)
 * run: np=2 options="--check" args=lock exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_unlock by rank 0, thread 1, at thread_later_bad.c:38
 * report:   MPI_Win_lock   by rank 0, a later thread 1, at thread_later_bad.c:37
 * report:   The MPI_Win_lock may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (4 times)
 * report:   MPI_Win_unlock by rank 0, thread 1, at thread_later_bad.c:38
 * report:   MPI_Win_free   by rank 0 at thread_later_bad.c:92
 * report:   The MPI_Win_free may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * report: oriel: rank 0 at thread_later_bad.c:95: MPI_Finalize, which nothing orders after MPI_Win_unlock of thread 1 at thread_later_bad.c:38, which must be over before [MPI-4.1 11.6.2] (4 times)
 * run: np=2 options="--check" args=fence exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_wait  by rank 0, thread 1, at thread_later_bad.c:52
 * report:   MPI_Win_fence by rank 0 at thread_later_bad.c:89
 * report:   The MPI_Win_fence may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
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

static void detached(void *(*work)(void *))
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  oriel_compute(1e-3);
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
    detached(probe);
    detached(probe);
  } else if (strcmp(argv[1], "lock") == 0) {
    detached(lock);
    detached(lock);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, expose, NULL);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
    oriel_compute(1e-3);
    MPI_Win_fence(0, win);
    pthread_join(thread, NULL);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
}
