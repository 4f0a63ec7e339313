/* dprintf() into a pipe waits for room there as write() does, and lets the
 * thread go on that reads.
 *
 * run: np=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <unistd.h>

enum { LENGTH = 1 << 18 };

static int ends[2];

static void *reads(void *sum)
{
  static char bytes[LENGTH];
  ssize_t n;
  while ((n = read(ends[0], bytes, sizeof bytes)) > 0)
    *(ssize_t *)sum += n;
  return NULL;
}

int main(int argc, char **argv)
{
  ssize_t sum = 0;
  pthread_t thread;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  CHECK(pipe(ends) == 0);
  pthread_create(&thread, NULL, reads, &sum);
  CHECK(dprintf(ends[1], "%*d", LENGTH, 1) == LENGTH);
  close(ends[1]);
  pthread_join(thread, NULL);
  SAME(sum, LENGTH);
  int code = report();
  MPI_Finalize();
  return code;
}
