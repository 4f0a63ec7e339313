/* Who waits for what another rank writes into a pipe has it when it is written,
 * however long it has waited; also by poll() and epoll_wait(). Ranks that share
 * memory wait as well, and at no more cost.
 *
 * run: np=2 args="read" twice=1
 * run: np=2 args="poll"
 * run: np=2 args="epoll"
 * run: np=2 args="read shared" options="--ppn 2" limit=10
 * run: np=2 args="poll shared" options="--ppn 2" limit=10
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { TIMES = 5 };

static void await(const char *how, int fd)
{
  struct pollfd p = {.fd = fd, .events = POLLIN};
  struct epoll_event e = {.events = EPOLLIN};
  if (strcmp(how, "poll") == 0) CHECK(poll(&p, 1, -1) == 1);
  if (strcmp(how, "epoll") == 0) {
    int all = epoll_create1(0);
    CHECK(epoll_ctl(all, EPOLL_CTL_ADD, fd, &e) == 0);
    CHECK(epoll_wait(all, &e, 1, -1) == 1);
    close(all);
  }
}

/* What is written is when. */
static void reads(const char *how, int fd)
{
  for (int i = 0; i < TIMES; i++) {
    double written;
    await(how, fd);
    CHECK(read(fd, &written, sizeof written) == sizeof written);
    CHECK(MPI_Wtime() - written < 3e-7);
  }
}

static void writes(int fd)
{
  for (int i = 0; i < TIMES; i++) {
    oriel_compute(2 + 3e-5 * i);
    double now = MPI_Wtime();
    CHECK(write(fd, &now, sizeof now) == sizeof now);
  }
  oriel_compute(1e-3);
}

int main(int argc, char **argv)
{
  int rank, ends[2], *at;
  MPI_Win win = MPI_WIN_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 2)
    MPI_Win_allocate_shared(sizeof *at, sizeof *at, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &at, &win);
  if (rank == 0) CHECK(pipe(ends) == 0);
  MPI_Bcast(ends, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    reads(argv[1], ends[0]);
  else
    writes(ends[1]);
  if (argc > 2) MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
