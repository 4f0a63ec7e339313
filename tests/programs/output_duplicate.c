/* What gets the number of a duplicate of standard output when a stream over it
 * is closed is itself. A program that closes all descriptors that it has not
 * opened keeps its redirected output, and the names of shared memory; and
 * fcntl() tells that standard output is closed.
 *
 * mpich: no (the standard output of ranks there is one file)
 * stdout: last of 0
 * stdout: last of 1
 * stdout: ok
 * run: np=2
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static char name[24], shared[24];

static void holds(int fd, const char *expected)
{
  char text[200] = "";
  CHECK(pread(fd, text, sizeof text - 1, 0) == (ssize_t)strlen(expected));
  CHECK(!strcmp(text, expected));
}

static void stream(void)
{
  int kept = dup(1);
  FILE *f = fdopen(kept, "w");
  CHECK(fileno(f) == kept && fclose(f) == 0);
  int fd = memfd_create("its number", 0);
  CHECK(fd == kept && write(fd, "text", 4) == 4);
  holds(fd, "text");
  close(fd);
}

static void close_unknown(int last_known)
{
  for (int i = last_known + 1; i < 1024; i++)
    close(i);
}

static void ask(void)
{
  CHECK(fcntl(1, F_GETFD) >= 0 && dup2(1, 1) == 1);
  int kept = dup(1);
  close(1);
  errno = 0;
  CHECK(fcntl(1, F_GETFD) == -1 && errno == EBADF);
  CHECK(dup2(1, 1) == -1 && dup2(kept, 1) == 1 && close(kept) == 0);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "duplicate.%d", rank);
  snprintf(shared, sizeof shared, "/duplicate.%d", rank);
  stream();
  ask();
  MPI_Barrier(MPI_COMM_WORLD);
  int kept = dup(1), memory = shm_open(shared, O_RDWR | O_CREAT, 0600);
  CHECK(write(memory, "memory", 6) == 6);
  CHECK(freopen(name, "w", stdout));
  printf("one\n");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) close_unknown(memory > kept ? memory : kept);
  MPI_Barrier(MPI_COMM_WORLD);
  int file = open(name, O_RDONLY), again = shm_open(shared, O_RDONLY, 0);
  printf("two\n");
  CHECK(file >= 0 && again >= 0);
  holds(file, "one\ntwo\n");
  holds(again, "memory");
  CHECK(dup2(kept, 1) == 1 && remove(name) == 0 && shm_unlink(shared) == 0);
  printf("last of %d\n", rank);
  int failed = report();
  MPI_Finalize();
  return failed;
}
