/* Threads that try again and again for what never comes are named in the report
 * of the deadlock, whatever passes time between two trials. What comes late, or
 * those that give up, make none.
 *
 * mpich: no (it would hang)
 * run: np=1 args="mutex" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:58: pthread_mutex_trylock finds nothing
 * run: np=1 args="read" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:61: pthread_rwlock_tryrdlock finds nothing
 * run: np=1 args="semaphore" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:64: sem_trywait finds nothing
 * run: np=1 args="yield" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:67: sched_yield finds nothing
 * run: np=1 args="mutex sleep" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:58: pthread_mutex_trylock finds nothing
 * run: np=1 args="mutex clock" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:58: pthread_mutex_trylock finds nothing
 * run: np=1 args="both sleep" exit=122 options="--patience 0.1" twice=1
 * stderr: usleep, between calls that find nothing
 * run: np=1 args="both clock" exit=122 options="--patience 0.1" twice=1
 * stderr: thread 1 at deadlock_trials.c:77: pthread_mutex_trylock finds
 * run: np=1 args="mutex sleep late" options="--patience 0.01"
 * stdout: ok
 * run: np=1 args="mutex clock late" options="--patience 0.01"
 * stdout: ok
 * run: np=1 args="mutex sleep bounded" options="--patience 0.1"
 * stdout: ok
 * build: -pthread
 */
#include "check.h"

#include <oriel.h>

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static volatile int held, come;
static const char *what = "", *between = "", *end = "";

static int between_trials(void)
{
  if (!strcmp(between, "sleep")) usleep(10);
  if (!strcmp(between, "clock")) MPI_Wtime();
  return 1;
}

static void await(void)
{
  long most = strcmp(end, "bounded") ? 1L << 60 : 90000;
  if (!strcmp(what, "mutex") || !strcmp(what, "both"))
    for (; most && pthread_mutex_trylock(&mutex); most--)
      between_trials();
  if (!strcmp(what, "read"))
    while (pthread_rwlock_tryrdlock(&lock)) {
    }
  if (!strcmp(what, "semaphore"))
    while (sem_trywait(&semaphore)) {
    }
  while (!come && !*end)
    sched_yield();
}

static void *hold(void *unused)
{
  int x;
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  held = 1;
  if (!strcmp(what, "both"))
    while (pthread_mutex_trylock(&second))
      between_trials();
  if (*end)
    oriel_compute(3);
  else
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv)
{
  int level;
  pthread_t other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  sem_init(&semaphore, 0, 0);
  what = argc > 1 ? argv[1] : "";
  between = argc > 2 ? argv[2] : "";
  end = argc > 3 ? argv[3] : "";
  pthread_mutex_lock(&second);
  pthread_create(&other, NULL, hold, NULL);
  while (!held)
    sched_yield();
  await();
  pthread_join(other, NULL);
  report();
  MPI_Finalize();
}
