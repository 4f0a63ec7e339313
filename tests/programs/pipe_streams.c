/* Streams of the C library over a pipe, and calls of the kernel by number, wait
 * for the other rank as read() and write() do.
 *
 * mpich: no (there, ranks have descriptors of their own)
 * run: np=2 twice=1
 * run: np=2 options="--check"
 * stdout: ok
 * run: np=2 args="never" exit=122
 * stderr: rank 0 at pipe_streams.c:
 */
#define _GNU_SOURCE
#include "check.h"

#include <oriel.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LINES = 10000 }; /* more than a pipe has room for */

static void get(const int ends[2])
{
  char text[32];
  FILE *f = fdopen(ends[0], "r");
  struct pollfd p = {.fd = ends[0], .events = POLLIN};
  CHECK(f && fileno(f) == ends[0]);
  CHECK(syscall(SYS_poll, &p, 1, -1) == 1);
  CHECK(syscall(SYS_read, ends[0], text, 1) == 1 && *text == '>');
  CHECK(MPI_Wtime() > 1e-3);
  for (int i = 0, n; i < LINES; i++)
    CHECK(fgets(text, sizeof text, f) && sscanf(text, "line %d", &n) == 1 &&
          n == i);
  CHECK(getc(f) == EOF && fclose(f) == 0);
}

static void put(const int ends[2])
{
  FILE *f = fdopen(ends[1], "w");
  oriel_compute(1e-3);
  CHECK(syscall(SYS_write, ends[1], ">", 1) == 1);
  for (int i = 0; i < LINES; i++)
    CHECK(fprintf(f, "line %d\n", i) > 0);
  CHECK(fclose(f) == 0);
}

int main(int argc, char **argv)
{
  int rank, ends[2] = {-1, -1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) CHECK(pipe(ends) == 0);
  MPI_Bcast(ends, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    get(ends);
  else if (argc == 1)
    put(ends);
  report();
  MPI_Finalize();
}
