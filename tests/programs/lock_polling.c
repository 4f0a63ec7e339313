/* Threads that wait by taking a lock again and again: that takes time, as other
 * polls do, so it ends, the same way in each run, and soon.
 *
 * run: np=2 args="mutex" twice=1 limit=20
 * run: np=2 args="try" twice=1 limit=20
 * run: np=2 args="spin" twice=1 limit=20
 * run: np=2 args="read" twice=1 limit=20
 * run: np=2 args="critical" twice=1 limit=20
 * stdout: ok
 * build: -fopenmp
 * mpich: no (threads that poll, on few cores)
 */
#include "check.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 5000, THREADS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int turn, flag;
static char how;

static void take(void)
{
  if (how == 'm') pthread_mutex_lock(&mutex);
  if (how == 's') pthread_spin_lock(&spin);
  if (how == 'r') pthread_rwlock_wrlock(&rwlock);
  while (how == 't' && pthread_mutex_trylock(&mutex))
    ;
}

static void give(void)
{
  if (how == 'm' || how == 't') pthread_mutex_unlock(&mutex);
  if (how == 's') pthread_spin_unlock(&spin);
  if (how == 'r') pthread_rwlock_unlock(&rwlock);
}

/* Is it `wanted`? Then let it be the next. */
static int take_turn(int *word, int wanted, int next)
{
  int mine;
  take();
#pragma omp critical
  {
    mine = *word == wanted;
    if (mine) *word = next;
  }
  give();
  return mine;
}

static void *take_turns(void *number)
{
  int me = (int)(long)number;
  for (int i = 0; i < ROUNDS; i++)
    while (!take_turn(&turn, me, (me + 1) % THREADS))
      ;
  while (!take_turn(&flag, 1, 1))
    ;
  return NULL;
}

int main(int argc, char **argv)
{
  pthread_t threads[THREADS];
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  how = argv[1][0];
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, take_turns, (void *)i);
  /* They wait for a date to come. */
  usleep(20000);
  double slept = MPI_Wtime();
  take_turn(&flag, 0, 1);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  CHECK(turn == 0);
  CHECK(slept >= 0.02 && MPI_Wtime() < slept + 1e-4);
  report();
  MPI_Finalize();
}
