/* Threads that try again and again for what never comes are named in the report
 * of the deadlock.
 *
 * mpich: no (it would hang)
 * run: np=1 args="mutex" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:30: pthread_mutex_trylock finds nothing
 * run: np=1 args="read" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:33: pthread_rwlock_tryrdlock finds nothing
 * run: np=1 args="semaphore" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:36: sem_trywait finds nothing
 * run: np=1 args="yield" exit=122 options="--patience 0.1"
 * stderr: deadlock_trials.c:39: sched_yield finds nothing
 * build: -pthread
 */
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static volatile int held, come;

static void await(const char *what)
{
  if (!strcmp(what, "mutex"))
    while (pthread_mutex_trylock(&mutex)) {
    }
  if (!strcmp(what, "read"))
    while (pthread_rwlock_tryrdlock(&lock)) {
    }
  if (!strcmp(what, "semaphore"))
    while (sem_trywait(&semaphore)) {
    }
  while (!come)
    sched_yield();
}

static void *hold(void *unused)
{
  int x;
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  held = 1;
  MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return unused;
}

int main(int argc, char **argv)
{
  int level;
  pthread_t other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  sem_init(&semaphore, 0, 0);
  pthread_create(&other, NULL, hold, NULL);
  while (!held)
    sched_yield();
  await(argc > 1 ? argv[1] : "");
  MPI_Finalize();
}
