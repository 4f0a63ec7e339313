/* Names of threads: the program's to begin with, the maker's for a new one, and
 * not those of other ranks.
 *
 * build: -pthread
 * stdout: ok
 * run: np=2 twice=1
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

static void is_named(pthread_t thread, const char *expected)
{
  char name[16];
  CHECK(pthread_getname_np(thread, name, sizeof name) == 0);
  CHECK(!strcmp(name, expected));
}

static void *work(void *expected)
{
  is_named(pthread_self(), expected);
  CHECK(pthread_setname_np(pthread_self(), "worker") == 0);
  return NULL;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  char name[16], small[4];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  is_named(pthread_self(), "program");
  snprintf(name, sizeof name, "rank %d", rank);
  CHECK(pthread_setname_np(pthread_self(), name) == 0);
  CHECK(pthread_setname_np(pthread_self(), "sixteen letters.") == ERANGE);
  CHECK(pthread_create(&thread, NULL, work, name) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  is_named(thread, "worker");
  CHECK(pthread_getname_np(thread, small, sizeof small) == ERANGE);
  CHECK(pthread_join(thread, NULL) == 0);
  is_named(pthread_self(), name);
  report();
  MPI_Finalize();
  return 0;
}
