/* Ranks wait for each other's locks of a file: by flock(), by fcntl() and
 * lockf() of records, and by those of an open file. Locks of records are a
 * rank's: two descriptors of it are not in each other's way, and who closes one
 * of them, or makes it another, gives all back. The end of a rank gives its locks back, too.
 *
 * run: np=4 twice=1
 * run: np=4 options="--check"
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <oriel.h>
#include <sys/file.h>
#include <unistd.h>

static int by_flock(int fd, int takes)
{
  return flock(fd, takes ? LOCK_EX : LOCK_UN);
}

static int by_fcntl(int fd, int takes)
{
  struct flock l = {.l_type = takes ? F_WRLCK : F_UNLCK, .l_len = 1};
  return fcntl(fd, F_SETLKW, &l);
}

static int by_ofd(int fd, int takes)
{
  struct flock l = {.l_type = takes ? F_WRLCK : F_UNLCK, .l_len = 1};
  return fcntl(fd, F_OFD_SETLKW, &l);
}

static int by_lockf(int fd, int takes)
{
  return lockf(fd, takes ? F_LOCK : F_ULOCK, 1);
}

static int rank;

/* All that one has written is there for the next; each has it for 1 ms. */
static void count_by(int (*lock)(int fd, int takes))
{
  int fd = open("counter", O_CREAT | O_RDWR, 0600), n = 0;
  if (rank == 0) CHECK(pwrite(fd, &n, sizeof n, 0) == sizeof n);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  CHECK(lock(fd, 1) == 0);
  CHECK(pread(fd, &n, sizeof n, 0) == sizeof n);
  oriel_compute(1e-3);
  n++;
  CHECK(pwrite(fd, &n, sizeof n, 0) == sizeof n);
  CHECK(lock(fd, 0) == 0);
  double passed = MPI_Wtime() - begin;
  CHECK(passed > 0.9e-3 * n && passed < 1.1e-3 * n);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(pread(fd, &n, sizeof n, 0) == sizeof n && n == 4);
  MPI_Barrier(MPI_COMM_WORLD);
  close(fd);
}

static void records_are_a_ranks(void)
{
  int a = open("records", O_CREAT | O_RDWR, 0600), b = open("records", O_RDWR);
  struct flock l = {.l_type = F_WRLCK, .l_start = 10 * rank, .l_len = 10};
  CHECK(fcntl(a, F_SETLK, &l) == 0 && fcntl(b, F_SETLK, &l) == 0);
  CHECK(dup2(-1, b) == -1 && errno == EBADF); /* which closes nothing */
  CHECK(dup3(b, b, 0) == -1 && errno == EINVAL);
  MPI_Barrier(MPI_COMM_WORLD);
  l.l_start = 10 * ((rank + 1) % 4);
  CHECK(fcntl(b, F_GETLK, &l) == 0 && l.l_type == F_WRLCK && l.l_len == 10);
  CHECK(fcntl(b, F_SETLK, &l) == -1 && errno == EAGAIN);
  CHECK(lseek(b, 10 * rank, SEEK_SET) == 10 * rank && lockf(b, F_TEST, 9) == 0);
  CHECK(lseek(b, 9, SEEK_CUR) && lockf(b, F_TEST, 2) == (rank < 3 ? -1 : 0));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) close(b);
  if (rank == 1) CHECK(dup2(0, b) == b);
  MPI_Barrier(MPI_COMM_WORLD);
  l = (struct flock){.l_type = F_WRLCK, .l_len = 20};
  CHECK(fcntl(a, F_GETLK, &l) == 0 && l.l_type == F_UNLCK);
  int reads = open("records", O_RDONLY);
  CHECK(fcntl(reads, F_SETLK, &l) == 0);
  l.l_type = F_WRLCK;
  CHECK(fcntl(reads, F_SETLK, &l) == -1 && errno == EBADF);
}

/* What lockf() tests is whether another rank has a lock that excludes all. */
static void tests(void)
{
  int fd = open("tested", O_CREAT | O_RDWR, 0600);
  struct flock l = {.l_type = F_RDLCK, .l_len = 1};
  if (rank == 0) CHECK(fcntl(fd, F_SETLK, &l) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(lockf(fd, F_TEST, 1) == 0);
  if (rank) CHECK(lockf(fd, F_TLOCK, 1) == -1 && errno == EAGAIN);
  MPI_Barrier(MPI_COMM_WORLD);
  close(fd);
}

static void polls(void)
{
  int fd = open("polled", O_CREAT | O_RDWR, 0600);
  if (rank == 0) CHECK(flock(fd, LOCK_EX) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) oriel_compute(1e-3);
  if (rank == 0) CHECK(flock(fd, LOCK_UN) == 0);
  while (rank == 1 && flock(fd, LOCK_EX | LOCK_NB))
    CHECK(errno == EWOULDBLOCK);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void clear(void)
{
  unlink("counter");
  unlink("records");
  unlink("tested");
  unlink("polled");
  unlink("last");
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  count_by(by_flock);
  count_by(by_fcntl);
  count_by(by_ofd);
  count_by(by_lockf);
  records_are_a_ranks();
  tests();
  polls();
  report();
  int fd = open("last", O_CREAT | O_RDWR, 0600);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) clear();
  MPI_Finalize();
  CHECK(by_flock(fd, 1) == 0 && by_fcntl(fd, 1) == 0);
}
