/* Each thread has a mask of its own, which is its maker's at first: what one
 * has blocked, or is in the handler of, says nothing of others.
 *
 * mpich: no (there signals take time, and threads any order)
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { THREADS = 3, TIMES = 20 };
static volatile int firsts, seconds;

static void first(int signal)
{
  (void)signal;
  usleep(10);
  firsts++;
}

static void second(int signal)
{
  (void)signal;
  usleep(25);
  seconds++;
}

static int is_blocked(int signal)
{
  sigset_t now;
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0);
  return sigismember(&now, signal);
}

/* They overlap in all ways. */
static void *raises(void *number)
{
  for (int i = 0; i < TIMES; i++) {
    CHECK(raise(i % 2 == *(int *)number % 2 ? SIGUSR1 : SIGUSR2) == 0);
    usleep(i % 3 * 7 + *(int *)number);
  }
  CHECK(!is_blocked(SIGUSR1) && !is_blocked(SIGUSR2));
  return NULL;
}

static void *blocks(void *arg)
{
  sigset_t set, waiting;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  CHECK(is_blocked(SIGUSR2) && !is_blocked(SIGUSR1));
  CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && raise(SIGUSR1) == 0);
  CHECK(sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1));
  usleep(100);
  CHECK(is_blocked(SIGUSR1));
  return arg;
}

int main(int argc, char **argv)
{
  int provided, number[THREADS];
  pthread_t thread[THREADS];
  sigset_t set, waiting;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  signal(SIGUSR1, first);
  signal(SIGUSR2, second);
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    CHECK(pthread_create(&thread[i], NULL, raises, &number[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  CHECK(firsts == THREADS * TIMES / 2 && seconds == THREADS * TIMES / 2);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  CHECK(pthread_create(&thread[0], NULL, blocks, NULL) == 0);
  usleep(50);
  CHECK(!is_blocked(SIGUSR1) && sigpending(&waiting) == 0);
  CHECK(!sigismember(&waiting, SIGUSR1));
  firsts = 0;
  CHECK(raise(SIGUSR1) == 0 && firsts == 1);
  pthread_join(thread[0], NULL);
  CHECK(firsts == 1);
  int failed = report();
  MPI_Finalize();
  return failed;
}
