/* Threads of a rank wake each other by a pipe, a pair of sockets, an eventfd:
 * who reads waits until another one has written, and comes after what that did.
 *
 * build: -pthread
 * run: np=2 args="pipe" twice=1
 * run: np=2 args="sockets"
 * run: np=2 args="event"
 * run: np=2 args="full"
 * run: np=2 args="moved"
 * run: np=2 args="deaf"
 * run: np=2 args="end" options="--check"
 * run: np=2 args="vain" options="--check" limit=20
 * run: np=2 args="pipe" options="--check"
 * run: np=2 args="full" options="--check"
 * stdout: ok
 * run: np=2 args="never" options="--patience 1" exit=122
 * stderr: read finds nothing, again and again
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <oriel.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MORE = 1 << 18 /* than a pipe has room for */ };

static const char *how;
static int ends[2];
static int got;
static MPI_Win win;
static char many[MORE];

static void *work(void *unused)
{
  uint64_t word = 1;
  MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  oriel_compute(1e-3);
  if (strcmp(how, "full") == 0)
    CHECK(write(ends[1], many, MORE) == MORE);
  else if (strcmp(how, "end") == 0)
    close(ends[1]);
  else if (strcmp(how, "event") == 0)
    CHECK(eventfd_write(ends[1], 2) == 0);
  else if (strcmp(how, "never"))
    CHECK(write(ends[1], &word, sizeof word) == sizeof word);
  return unused;
}

static void read_all(void)
{
  uint64_t word = 0;
  ssize_t left = strcmp(how, "vain") ? MORE : 0;
  if (strcmp(how, "end") == 0) {
    CHECK(read(ends[0], &word, sizeof word) == 0);
    return;
  }
  if (strcmp(how, "vain") == 0)
    while (read(ends[0], &word, 0) || read(ends[0], &word, 8) < 0)
      CHECK(errno == EAGAIN);
  else if (strcmp(how, "event") == 0) {
    CHECK(eventfd_read(ends[0], &word) == 0 && word == 2);
    return;
  } else if (strcmp(how, "full")) {
    CHECK(read(ends[0], &word, sizeof word) == sizeof word && word == 1);
    return;
  }
  while (left > 0) {
    ssize_t n = read(ends[0], many, sizeof many / 8);
    CHECK(n > 0);
    left -= n;
  }
}

static void make_ends(void)
{
  if (strcmp(how, "event") == 0)
    ends[0] = ends[1] = eventfd(0, 0);
  else if (strcmp(how, "sockets") == 0)
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  else
    CHECK(pipe(ends) == 0);
}

/* Nobody reads: a signal of the rank's own, which it ignores. */
static void write_in_vain(void)
{
  int closed[2];
  signal(SIGPIPE, SIG_IGN);
  CHECK(pipe(closed) == 0 && close(closed[0]) == 0);
  CHECK(write(closed[1], "x", 1) == -1 && errno == EPIPE);
  close(closed[1]);
}

/* Elsewhere, where there are many. */
static void move_ends(void)
{
  struct rlimit most;
  CHECK(getrlimit(RLIMIT_NOFILE, &most) == 0);
  most.rlim_cur = most.rlim_max;
  CHECK(setrlimit(RLIMIT_NOFILE, &most) == 0);
  for (int i = 0; i < 2; i++) {
    int moved = fcntl(ends[i], F_DUPFD, 1100);
    CHECK(moved >= 1100 && close(ends[i]) == 0);
    ends[i] = moved;
  }
}

int main(int argc, char **argv)
{
  int rank, provided, *memory;
  how = argc > 1 ? argv[1] : "pipe";
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof got, sizeof got, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  *memory = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_t thread;
    double start = MPI_Wtime();
    make_ends();
    if (strcmp(how, "deaf") == 0) write_in_vain();
    if (strcmp(how, "moved") == 0) move_ends();
    if (strcmp(how, "vain") == 0) fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pthread_create(&thread, NULL, work, NULL);
    read_all();
    CHECK(got++ == 7 && MPI_Wtime() - start > 1e-3);
    pthread_join(thread, NULL);
    close(ends[0]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
