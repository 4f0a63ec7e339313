/* A word that a thread waits on by the system call, and a wait that nobody
 * ends.
 *
 * mpich: no
 * (the report)
 * run: np=1 args=wake
 * stdout: ok
 * run: np=1 exit=122
 * stdout: ok
 * stderr: syscall(SYS_futex) waits for another thread to change a word
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static long futex(int what, int value, const struct timespec *limit)
{
  return syscall(SYS_futex, &word, what, value, limit, NULL, 0);
}

static void *change(void *arg)
{
  usleep(1000);
  word = 1;
  CHECK(futex(FUTEX_WAKE_PRIVATE, 1, NULL) == 1);
  return arg;
}

int main(int argc, char **argv)
{
  pthread_t thread;
  struct timespec limit = {.tv_nsec = 500000000};
  MPI_Init(&argc, &argv);
  pthread_create(&thread, NULL, change, NULL);
  CHECK(futex(FUTEX_WAIT_PRIVATE, 0, NULL) == 0 && word == 1);
  CHECK(futex(FUTEX_WAIT_PRIVATE, 0, NULL) == -1 && errno == EAGAIN);
  struct timespec none = {.tv_nsec = 1000000000};
  CHECK(futex(FUTEX_WAIT, 1, &none) == -1 && errno == EINVAL);
  double before = MPI_Wtime();
  CHECK(futex(FUTEX_WAIT, 1, &limit) == -1 && errno == ETIMEDOUT);
  CHECK(MPI_Wtime() - before > 0.5 && MPI_Wtime() - before < 0.5001);
  pthread_join(thread, NULL);
  int result = report();
  if (argc == 1) futex(FUTEX_WAIT, 1, NULL);
  MPI_Finalize();
  return result;
}
