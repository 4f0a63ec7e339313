/* Waits up to a date that has passed, again and again, are polls: time passes,
 * so that others can do what is waited for; if they never do it, that is told.
 * Who makes some thousands of them and then goes on is right.
 *
 * mpich: no (some of them would hang)
 * build: -pthread
 * stdout-any
 * run: np=2 args="condition never" options="--patience 0.01" exit=122
 * stderr: poll_past_wait.c:45: pthread_cond_timedwait finds nothing, again and again
 * run: np=2 args="futex never" options="--patience 0.01" exit=122
 * stderr: poll_past_wait.c:57: syscall(SYS_futex) finds nothing, again and again
 * run: np=2 args="condition put" twice=1
 * run: np=2 args="mutex put"
 * run: np=2 args="lock put"
 * run: np=2 args="semaphore put"
 * run: np=2 args="futex put"
 * run: np=2 args="join put"
 * run: np=2 args="semaphore some" options="--patience 0.01"
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <linux/futex.h>
#include <oriel.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const struct timespec past = {1, 0}, none = {0, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static sem_t semaphore;
static unsigned word;

static int wait_until_past(const char *how)
{
  switch (*how) {
  case 'c':
    return pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT;
  case 'm':
    return pthread_mutex_timedlock(&taken, &past) == ETIMEDOUT;
  case 'l':
    return pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT;
  case 's':
    return sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT;
  case 'j':
    return pthread_timedjoin_np(thread, NULL, &past) == ETIMEDOUT;
  default:
    break;
  }
  return syscall(SYS_futex, &word, FUTEX_WAIT, 0, &none) == -1 &&
         errno == ETIMEDOUT;
}

static void *sleeper(void *seconds)
{
  oriel_sleep(*(double *)seconds);
  return NULL;
}

/* Rank 1 puts what rank 0 looks for, or nothing. */
static void wait_for_put(const char *how, int comes)
{
  int *memory, one = 1, rank = world_rank();
  MPI_Win win;
  MPI_Win_allocate(sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1 && comes) {
    oriel_sleep(1e-3);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  while (rank == 0 && !*(volatile int *)memory)
    CHECK(wait_until_past(how));
  CHECK(rank == 1 || (oriel_now() > 1e-3 && oriel_now() < 2e-3));
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

/* Others wait meanwhile. */
static void wait_some(const char *how)
{
  enum { SOME = 6000 };
  int n = 0;
  if (world_rank() == 0) {
    for (; n < SOME; n++)
      CHECK(wait_until_past(how));
    sem_post(&semaphore);
    CHECK(sem_timedwait(&semaphore, &past) == 0);
    MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(n == SOME);
  }
}

int main(int argc, char **argv)
{
  int level;
  double seconds = 1.5e-3;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&taken);
  pthread_rwlock_rdlock(&lock);
  if (*argv[1] == 'j') pthread_create(&thread, NULL, sleeper, &seconds);
  if (*argv[2] == 's')
    wait_some(argv[1]);
  else
    wait_for_put(argv[1], *argv[2] == 'p');
  if (*argv[1] == 'j') pthread_join(thread, NULL);
  int code = report();
  MPI_Finalize();
  return code;
}
