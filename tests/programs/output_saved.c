/* Standard output that is kept by dup() while it is a file, and given back: a
 * duplicate stays what it was, and one of what is redirected is that file.
 *
 * mpich: no (the standard output of ranks there is one file)
 * stdout: first of 0
 * stdout: kept of 0
 * stdout: by F_DUPFD of 0
 * stdout: first of 1
 * stdout: kept of 1
 * stdout: by F_DUPFD of 1
 * stdout: last of 0
 * stdout: last of 1
 * stdout: ok
 * run: np=2
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

static char name[2][24];

static int new_file(int i, int rank)
{
  snprintf(name[i], sizeof name[i], "saved.%d.%d", i, rank);
  return open(name[i], O_RDWR | O_CREAT | O_TRUNC, 0600);
}

static void holds(int fd, const char *expected)
{
  char text[200] = "";
  CHECK(lseek(fd, 0, SEEK_SET) == 0);
  CHECK(read(fd, text, sizeof text - 1) == (ssize_t)strlen(expected));
  CHECK(!strcmp(text, expected));
}

static void refused(int file)
{
  errno = 0;
  CHECK(dup3(1, 1, 0) == -1 && errno == EINVAL);
  CHECK(dup3(file, 1, O_APPEND) == -1 && errno == EINVAL);
  CHECK(dup3(file, file, 0) == -1 && errno == EINVAL);
  CHECK(dup3(9999, 1, 0) == -1 && errno == EBADF);
  CHECK(dup3(file, -1, 0) == -1 && errno == EBADF);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("first of %d\n", rank);
  int kept = dup(1), errors = dup(2);
  int outer = new_file(0, rank), inner = new_file(1, rank);
  refused(outer);
  CHECK(dup3(outer, 1, O_CLOEXEC) == 1);
  printf("outer\n");
  dprintf(kept, "kept of %d\n", rank);
  int again = fcntl(kept, F_DUPFD, 100);
  CHECK(again >= 100 && !isatty(again));
  dprintf(again, "by F_DUPFD of %d\n", rank);
  int within = dup(1); /* the outer file */
  CHECK(dup2(inner, 1) == 1 && dup2(1, 2) == 2);
  printf("inner\n");
  fprintf(stderr, "an error\n");
  write(within, "outer, too\n", 11);
  CHECK(dup2(within, 1) == 1 && dup2(errors, 2) == 2);
  MPI_Barrier(MPI_COMM_WORLD); /* another rank's is elsewhere */
  writev(1, &(struct iovec){"back\n", 5}, 1);
  CHECK(dup2(kept, 1) == 1);
  printf("last of %d\n", rank);
  holds(outer, "outer\nouter, too\nback\n");
  holds(inner, "inner\nan error\n");
  for (int i = 0; i < 2; i++)
    CHECK(remove(name[i]) == 0);
  CHECK(close(1) == 0 && dup(1) == -1 && errno == EBADF);
  CHECK(fcntl(1, F_DUPFD, 3) == -1 && dup2(1, 50) == -1);
  CHECK(dup2(kept, 1) == 1);
  int failed = report();
  MPI_Finalize();
  return failed;
}
