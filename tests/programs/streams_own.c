/* vscanf() reads each rank's own input; creat() and pipe2() make what they are
 * told, with buffers of streams as set.
 *
 * run: np=3
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[24];

static long size_of(int fd)
{
  struct stat s;
  return fstat(fd, &s) ? -1 : (long)s.st_size;
}

static int scan(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = vscanf(format, args);
  va_end(args);
  return n;
}

static void input(int rank)
{
  struct stat s;
  int a = 0, b = 0, fd = creat(name, 0640);
  CHECK(fd > 2 && fstat(fd, &s) == 0 && (s.st_mode & 07137) == 0);
  CHECK(dprintf(fd, "%d %d word", rank, rank + 7) > 0);
  errno = 0;
  CHECK(read(fd, &a, 1) == -1 && errno == EBADF && close(fd) == 0);
  if (rank > 0) CHECK(scan("%d", &a) == EOF); /* it is rank 0's */
  CHECK(freopen(name, "r", stdin));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(scan("%d", &a) == 1 && a == rank);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(scan("%d%d", &b, &a) == 1 && b == rank + 7);
  CHECK(close(creat(name, 0)) == 0);
  CHECK(creat("/no/such/folder", 0600) == -1 && errno == ENOENT);
}

static void buffers(void)
{
  static char room[BUFSIZ];
  FILE *f = fopen(name, "w");
  setbuf(f, NULL);
  fputs("a", f);
  CHECK(size_of(fileno(f)) == 1);
  setbuffer(f, room, sizeof room);
  fputs("bc", f);
  CHECK(size_of(fileno(f)) == 1 && !strncmp(room, "bc", 2));
  fflush(f);
  setlinebuf(f);
  fputs("d", f);
  CHECK(size_of(fileno(f)) == 3);
  fputs("e\n", f);
  CHECK(size_of(fileno(f)) == 6 && fclose(f) == 0);
  /* The ranks share that of the standard ones: nobody changes it. */
  setbuf(stdout, room);
  setbuffer(stdout, room, 10);
  setlinebuf(stderr);
  CHECK(setvbuf(stdout, NULL, 99, 0) && !setvbuf(stdout, NULL, _IONBF, 0));
}

static void pipes(int rank)
{
  int ends[2], all = epoll_create1(0);
  char text[8];
  struct epoll_event event = {.events = EPOLLIN}, found = {0};
  CHECK(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
  CHECK(fcntl(ends[0], F_GETFD) == FD_CLOEXEC);
  CHECK(fcntl(ends[1], F_GETFL) & O_NONBLOCK);
  errno = 0;
  CHECK(read(ends[0], text, 1) == -1 && errno == EAGAIN);
  CHECK(pipe2(ends, -1) == -1 && errno == EINVAL);
  event.data.u32 = (unsigned)rank;
  CHECK(epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &event) == 0);
  double begin = MPI_Wtime();
  CHECK(epoll_pwait(all, &found, 1, 250, NULL) == 0);
  CHECK(MPI_Wtime() - begin > 0.249 && MPI_Wtime() - begin < 0.251);
  CHECK(write(ends[1], "text", 4) == 4);
  CHECK(epoll_pwait(all, &found, 1, -1, NULL) == 1);
  CHECK(found.data.u32 == (unsigned)rank && found.events == EPOLLIN);
  CHECK(MPI_Wtime() - begin < 0.252);
  CHECK(epoll_pwait(all, &found, 0, 0, NULL) == -1 && errno == EINVAL);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  snprintf(name, sizeof name, "streams.%d", rank);
  input(rank);
  buffers();
  pipes(rank);
  remove(name);
  int failed = report();
  MPI_Finalize();
  return failed;
}
