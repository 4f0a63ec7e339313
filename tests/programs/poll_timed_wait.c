/* Threads that wait for a while, again and again: if what they wait for comes
 * they go on, however late. If it never comes, they are told of.
 *
 * mpich: no (one of them would hang)
 * build: -pthread
 * stdout-any
 * run: np=2 args="condition never" options="--patience 0.01" exit=122
 * stderr: poll_timed_wait.c:40: pthread_cond_timedwait finds nothing, again and again
 * run: np=2 args="mutex never" options="--patience 0.01" exit=122
 * stderr: poll_timed_wait.c:42: pthread_mutex_timedlock finds nothing, again and again
 * run: np=2 args="semaphore never" options="--patience 0.01" exit=122
 * stderr: poll_timed_wait.c:43: sem_timedwait finds nothing, again and again
 * run: np=2 args="condition" twice=1
 * run: np=2 args="mutex"
 * run: np=2 args="semaphore"
 * run: np=2 args="long" options="--patience 0.01"
 */
#include "check.h"

#include <oriel.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int ready;

/* Until it has it; true: that is now. */
static int waits(const char *how)
{
  struct timespec date;
  clock_gettime(CLOCK_REALTIME, &date);
  date.tv_nsec += 1000;
  date.tv_sec += date.tv_nsec / 1000000000;
  date.tv_nsec %= 1000000000;
  if (*how == 'c')
    return pthread_cond_timedwait(&condition, &mutex, &date) == 0 && ready;
  if (*how == 'm')
    return pthread_mutex_timedlock(&taken, &date) == 0;
  return sem_timedwait(&semaphore, &date) == 0;
}

static void *waiter(void *how)
{
  pthread_mutex_lock(&mutex);
  while (!waits(how))
    ;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

/* One that ends with its limit beside who polls is no deadlock. */
static int wait_beside_a_poll(int argc, char **argv)
{
  struct timespec date;
  int found = 0, looks = 0, n = 0;
  MPI_Init(&argc, &argv);
  sem_init(&semaphore, 0, 0);
  clock_gettime(CLOCK_REALTIME, &date);
  date.tv_sec += 2;
  if (world_rank() == 0) {
    CHECK(sem_timedwait(&semaphore, &date) == -1);
    MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    for (; !found; looks++) /* what it counts makes each look another */
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(MPI_Wtime() > 2 && looks > 0);
  }
  int code = report();
  MPI_Finalize();
  return code;
}

int main(int argc, char **argv)
{
  int level;
  pthread_t thread;
  if (!strcmp(argv[1], "long")) return wait_beside_a_poll(argc, argv);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&taken);
  pthread_create(&thread, NULL, waiter, argv[1]);
  if (argc == 2) {
    oriel_compute(0.02); /* as long as twenty thousand waits */
    if (*argv[1] == 'c') {
      pthread_mutex_lock(&mutex);
      ready = 1;
      pthread_cond_signal(&condition);
      pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_unlock(&taken);
    sem_post(&semaphore);
  }
  pthread_join(thread, NULL);
  CHECK(MPI_Wtime() > 0.02 && MPI_Wtime() < 0.0201);
  int code = report();
  MPI_Finalize();
  return code;
}
