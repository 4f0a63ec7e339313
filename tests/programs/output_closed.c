/* Who has closed standard output gets its number for what it opens next, and
 * prints there; what asks about the number is told of that file. Standard input
 * that was closed is none.
 *
 * mpich: no (the standard output of ranks there is one file)
 * run: np=2
 * stdout: back of 0
 * stdout: back of 1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[24];

static void holds(const char *expected)
{
  char text[200] = "";
  int fd = open(name, O_RDONLY);
  CHECK(fd > 2 && read(fd, text, sizeof text - 1) >= 0 && close(fd) == 0);
  if (strcmp(text, expected)) fprintf(stderr, "has \"%s\"\n", text);
  CHECK(!strcmp(text, expected));
}

static void closed(void)
{
  struct stat about;
  errno = 0;
  CHECK(fstat(1, &about) == -1 && errno == EBADF);
  CHECK(lseek(1, 0, SEEK_CUR) == -1 && errno == EBADF);
  CHECK(write(1, "x", 1) == -1 && errno == EBADF);
  errno = 0;
  CHECK(close(1) == -1 && errno == EBADF);
}

static void opened(void)
{
  struct stat about;
  CHECK(open(name, O_RDWR | O_CREAT | O_TRUNC, 0600) == 1);
  printf("one\n");
  MPI_Barrier(MPI_COMM_WORLD);
  printf("two");
  fflush(stdout);
  CHECK(fstat(1, &about) == 0 && S_ISREG(about.st_mode));
  CHECK(about.st_size == 7 && lseek(1, 0, SEEK_CUR) == 7);
  CHECK(lseek(1, 3, SEEK_SET) == 3 && write(1, "!", 1) == 1);
  CHECK(fchmod(1, 0640) == 0 && fsync(1) == 0 && fdatasync(1) == 0);
  CHECK(fstat(1, &about) == 0 && (about.st_mode & 0777) == 0640);
  char text[4] = "";
  CHECK(pread(1, text, 3, 1) == 3 && !strcmp(text, "ne!"));
  CHECK(read(1, text, 3) == 3 && !strcmp(text, "two"));
  CHECK(pwrite(1, "O", 1, 0) == 1);
  holds("One!two");
  CHECK(ftruncate(1, 2) == 0);
  holds("On");
}

/* The order in which a shell does it. */
static void duplicated(int kept)
{
  int file = open(name, O_WRONLY | O_APPEND);
  CHECK(file > 2 && close(1) == 0 && dup(file) == 1 && close(file) == 0);
  CHECK(puts("e") >= 0 && fflush(stdout) == 0);
  holds("One\n");
  CHECK(close(1) == 0 && fcntl(kept, F_DUPFD, 0) == 1);
}

static void input(void)
{
  struct stat about;
  char c;
  CHECK(fcntl(0, F_GETFD) >= 0 && fclose(stdin) == 0);
  errno = 0;
  CHECK(read(0, &c, 1) == -1 && errno == EBADF);
  CHECK(fcntl(0, F_GETFD) == -1 && fstat(0, &about) == -1 && close(0) == -1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank(), kept = dup(1);
  snprintf(name, sizeof name, "closed.%d", rank);
  CHECK(kept > 2 && close(1) == 0);
  closed();
  opened();
  duplicated(kept);
  CHECK(remove(name) == 0 && close(kept) == 0);
  input();
  printf("back of %d\n", rank);
  int failed = report();
  MPI_Finalize();
  return failed;
}
