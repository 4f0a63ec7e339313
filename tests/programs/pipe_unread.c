/* A pipe of a rank's own that nobody reads any more: its signal is the rank's,
 * whatever the rank writes by, and so is its end.
 *
 * run: np=3 args="handled"
 * stdout: ok
 * run: np=3 args="ignored"
 * stdout: ok
 * run: np=2 args="default write" exit=123
 * stderr: rank 1 was killed by SIGPIPE: nobody reads any more what it wrote to
 * stderr: at pipe_unread.c:89, main()
 * run: np=2 args="default printf" exit=123
 * stderr: rank 1 was killed by SIGPIPE: nobody reads any more what it wrote to
 * stderr: at pipe_unread.c:63, print()
 * run: np=2 args="default raise" exit=123
 * stderr: rank 1 was killed by SIGPIPE, which it sent itself
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void note(int signal)
{
  got += signal == SIGPIPE;
}

static bool takes(const char *how)
{
  return strcmp(how, "handled") == 0;
}

/* Of a named pipe, which is the host's. */
static int open_unread(int rank)
{
  char name[32];
  snprintf(name, sizeof name, "pipe%d", rank);
  CHECK(mkfifo(name, 0600) == 0);
  int from = open(name, O_RDONLY | O_NONBLOCK), to = open(name, O_WRONLY);
  CHECK(from >= 0 && to >= 0 && close(from) == 0 && unlink(name) == 0);
  return to;
}

/* Standard output leads to a pipe whose reader is gone. */
static int redirect(void)
{
  int ends[2], kept = dup(1);
  CHECK(pipe(ends) == 0 && dup2(ends[1], 1) == 1);
  CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
  return kept;
}

static void print(void)
{
  int kept = redirect();
  puts("nobody reads this");
  CHECK(write(1, "x", 1) == -1 && errno == EPIPE);
  CHECK(dup2(kept, 1) == 1 && close(kept) == 0);
}

static void write_all(const char *how, int rank)
{
  int to = open_unread(rank);
  CHECK(write(to, "x", 1) == -1 && errno == EPIPE);
  CHECK(got == takes(how));
  FILE *f = fdopen(to, "w");
  CHECK(fputs("y", f) >= 0 && fflush(f) == EOF && errno == EPIPE);
  CHECK(got == 2 * takes(how));
  print();
  CHECK(got == 4 * takes(how));
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[1], "default") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && argv[2][0] == 'r') raise(SIGPIPE);
    if (rank == 1 && argv[2][0] == 'p') print();
    if (rank == 1) CHECK(write(open_unread(9), "x", 1) == 1);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    signal(SIGPIPE, takes(argv[1]) ? note : SIG_IGN);
    write_all(argv[1], rank);
  }
  report();
  MPI_Finalize();
  return 0;
}
