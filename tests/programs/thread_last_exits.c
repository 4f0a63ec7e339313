/* A rank whose main() has left by pthread_exit ends with its last thread. Who
 * then runs what exit() runs is a thread that can be found, also when that of
 * main() has been joined.
 *
 * run: np=2
 * stdout: 2
 * stdout: 2
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t first;
static int found;

static void at_end(void)
{
  char name[16];
  found += pthread_getname_np(pthread_self(), name, sizeof name) == 0;
  printf("%d\n", found);
}

static void *joins(void *unused)
{
  found += pthread_join(first, NULL) == 0;
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Finalize();
  first = pthread_self();
  atexit(at_end);
  pthread_create(&thread, NULL, joins, NULL);
  pthread_exit(NULL);
}
