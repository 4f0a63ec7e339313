/* How threads end with their rank: exit() from any thread, pthread_exit() of
 * main(), a detached thread that still runs when main() returns.
 *
 * run: np=2 args="main"
 * run: np=2 args="detached"
 * run: np=2 args="exit" exit=7
 * stdout: begins
 * run: np=2 args="crash" exit=123
 * stdout: begins
 * stderr: rank 0, thread 1 was killed by SIGSEGV
 * run: np=2 args="error" exit=120
 * stdout: begins
 * stderr: rank 0, thread 1 at strand_ends.c
 * run: np=2 args="deadlock" exit=122
 * stdout: begins
 * stderr: ranks 0-1, thread 0 at strand_ends.c
 * stderr: pthread_join waits for the end of thread 1
 * stderr: pthread_mutex_lock waits for a mutex that thread 0 holds
 * mpich: no (messages of Oriel)
 */
#include "check.h"
#include <oriel.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *how;

static void *work(void *arg)
{
  (void)arg;
  MPI_Barrier(MPI_COMM_WORLD);
  oriel_compute(1);
  if (!strcmp(how, "exit")) {
    MPI_Finalize();
    exit(7);
  }
  if (!strcmp(how, "main")) MPI_Finalize();
  if (!strcmp(how, "crash")) *(volatile int *)8 = 1;
  if (!strcmp(how, "error")) MPI_Send(NULL, 0, MPI_INT, 99, 0, MPI_COMM_WORLD);
  if (!strcmp(how, "deadlock")) pthread_mutex_lock(&mutex);
  if (!strcmp(how, "detached")) {
    oriel_sleep(1000);
    abort();
  }
  return NULL;
}

int main(int argc, char **argv)
{
  pthread_t t;
  MPI_Init(&argc, &argv);
  how = argv[1];
  if (world_rank() == 0) puts("begins");
  pthread_mutex_lock(&mutex);
  pthread_create(&t, NULL, work, NULL);
  if (!strcmp(how, "main")) pthread_exit(NULL);
  if (!strcmp(how, "detached")) {
    pthread_detach(t);
    oriel_sleep(2);
    MPI_Finalize();
    return 0;
  }
  pthread_join(t, NULL);
  return 1;
}
