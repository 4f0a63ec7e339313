/* What a rank writes to /dev/stdout and the like goes the way of its standard
 * output.
 *
 * mpich: no (there it may overwrite what others have written)
 * run: np=2 options=--tag-output
 * stdout: [0] first of 0
 * stdout: [0] by fopen of 0
 * stdout: [0] by open of 0
 * stdout: [1] first of 1
 * stdout: [1] by fopen of 1
 * stdout: [1] by open of 1
 * stdout: [0] in parts of 0
 * stdout: [0] by freopen of 0
 * stdout: [1] in parts of 1
 * stdout: [1] by freopen of 1
 * report: [0] an error of 0
 * report: [1] an error of 1
 */
#include "check.h"

#include <fcntl.h>
#include <unistd.h>

static void print(FILE *f, const char *text, int rank)
{
  CHECK(f && fprintf(f, "%s of %d\n", text, rank) > 0);
  CHECK(fclose(f) == 0);
}

static void print_parts(int rank)
{
  FILE *f = fopen("/dev/fd/1", "a");
  setvbuf(f, NULL, _IOFBF, BUFSIZ);
  fputs("in", f);
  MPI_Barrier(MPI_COMM_WORLD);
  fflush(NULL);
  print(f, " parts", rank);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("first of %d\n", rank);
  print(fopen("/dev/stdout", "w"), "by fopen", rank);
  int fd = open("/proc/self/fd/1", O_WRONLY | O_TRUNC);
  CHECK(dprintf(fd, "by open of %d\n", rank) > 0);
  CHECK(close(fd) == 0 && write(fd, "", 1) < 0);
  print_parts(rank);
  print(fopen("/dev/stderr", "w"), "an error", rank);
  if (freopen("/dev/stdout", "w", stderr))
    fprintf(stderr, "by freopen of %d\n", rank);
  MPI_Finalize();
  return 0;
}
