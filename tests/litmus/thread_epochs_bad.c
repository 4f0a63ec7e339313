/* Threads of a rank share its epochs, of several operations and targets, and
 * the window's exposure. What comes in order without anything that orders it
 * is wrong although later calls are by other threads, or about other targets.
 *
 * run: np=2 options="--check" args=used exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Put            by rank 0, thread 1, at thread_epochs_bad.c:67
 * report:   MPI_Win_unlock_all by rank 0 at thread_epochs_bad.c:141
 * report:   The MPI_Win_unlock_all may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=exclusive exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_lock by rank 0 at thread_epochs_bad.c:144
 * report:   MPI_Put      by rank 0, thread 1, at thread_epochs_bad.c:67
 * report:   The MPI_Put may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Put        by rank 0, thread 1, at thread_epochs_bad.c:67
 * report:   MPI_Win_unlock by rank 0 at thread_epochs_bad.c:146
 * report:   The MPI_Win_unlock may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=one exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_lock by rank 0 at thread_epochs_bad.c:149
 * report:   MPI_Put      by rank 0, thread 1, at thread_epochs_bad.c:67
 * report:   The MPI_Put may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Put        by rank 0, thread 1, at thread_epochs_bad.c:67
 * report:   MPI_Win_unlock by rank 0 at thread_epochs_bad.c:151
 * report:   The MPI_Win_unlock may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=one_all exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_unlock   by rank 0 at thread_epochs_bad.c:96
 * report:   MPI_Win_lock_all by rank 0, thread 1, at thread_epochs_bad.c:87
 * report:   The MPI_Win_lock_all may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=all_one exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_unlock_all by rank 0 at thread_epochs_bad.c:88
 * report:   MPI_Win_lock       by rank 0, thread 1, at thread_epochs_bad.c:95
 * report:   The MPI_Win_lock may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=post exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_post by rank 0 at thread_epochs_bad.c:160
 * report:   MPI_Win_wait by rank 0, thread 1, at thread_epochs_bad.c:103
 * report:   The MPI_Win_wait may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=free exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_unlock by rank 0, thread 1, at thread_epochs_bad.c:96
 * report:   MPI_Win_free   by rank 0 at thread_epochs_bad.c:171
 * report:   The MPI_Win_free may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * run: np=2 options="--check" args=exposed exit=121
 * report: oriel: epoch on window "shared": nothing orders two threads of rank 0 (2 times)
 * report:   MPI_Win_wait by rank 0, thread 1, at thread_epochs_bad.c:110
 * report:   MPI_Win_free by rank 0 at thread_epochs_bad.c:171
 * report:   The MPI_Win_free may come first elsewhere. Let a barrier, lock or join of the threads come between the two. [MPI-4.1 11.6.2]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <string.h>

static MPI_Win win;
static MPI_Group other;
static int rank, values[2] = {1, 2};
static pthread_barrier_t opened;

static void put(int i)
{
  MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
}

static void *put_first(void *nothing)
{
  pthread_barrier_wait(&opened);
  put(1);
  return nothing;
}

static void *put_late(void *nothing)
{
  oriel_compute(1e-3);
  put(1);
  return nothing;
}

static void *lock_all(void *late)
{
  if (late) oriel_compute(1e-3);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  return late;
}

static void *lock_one(void *late)
{
  if (late) oriel_compute(1e-3);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Win_unlock(1 - rank, win);
  return late;
}

static void *wait_late(void *nothing)
{
  oriel_compute(1e-3);
  MPI_Win_wait(win);
  return nothing;
}

static void *expose(void *nothing)
{
  MPI_Win_post(other, 0, win);
  MPI_Win_wait(win);
  return nothing;
}

static void access_other(void)
{
  MPI_Win_start(other, 0, win);
  put(0);
  MPI_Win_complete(win);
}

int main(int argc, char **argv)
{
  int *memory, provided, to, is_free = strcmp(argv[1], "free") == 0;
  int is_exposed = strcmp(argv[1], "exposed") == 0;
  pthread_t thread;
  MPI_Group all;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  to = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &to, &other);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "shared");
  pthread_barrier_init(&opened, NULL, 2);
  if (strcmp(argv[1], "used") == 0) {
    pthread_create(&thread, NULL, put_first, NULL);
    MPI_Win_lock_all(0, win);
    pthread_barrier_wait(&opened);
    oriel_compute(1e-3);
    put(0);
    MPI_Win_unlock_all(win);
  } else if (strcmp(argv[1], "exclusive") == 0) {
    pthread_create(&thread, NULL, put_late, NULL);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    oriel_compute(2e-3);
    MPI_Win_unlock(to, win);
  } else if (strcmp(argv[1], "one") == 0) {
    pthread_create(&thread, NULL, put_late, NULL);
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    oriel_compute(2e-3);
    MPI_Win_unlock(to, win);
  } else if (strcmp(argv[1], "one_all") == 0) {
    pthread_create(&thread, NULL, lock_all, &rank);
    lock_one(NULL);
  } else if (strcmp(argv[1], "all_one") == 0) {
    pthread_create(&thread, NULL, lock_one, &rank);
    lock_all(NULL);
  } else if (strcmp(argv[1], "post") == 0) {
    pthread_create(&thread, NULL, wait_late, NULL);
    MPI_Win_post(other, 0, win);
    access_other();
  } else if (is_free) {
    pthread_create(&thread, NULL, lock_one, NULL);
    oriel_compute(1e-3);
  } else if (is_exposed) {
    pthread_create(&thread, NULL, expose, NULL);
    access_other();
    oriel_compute(1e-3);
  }
  if (!is_free && !is_exposed) pthread_join(thread, NULL);
  MPI_Win_free(&win);
  if (is_free || is_exposed) pthread_join(thread, NULL);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
}
