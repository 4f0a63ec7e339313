/* Who has closed standard output gets its number for a file that fopen() opens
 * to write, and prints there, but not for one to read.
 *
 * mpich: no (the standard output of ranks there is one file)
 * run: np=2 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <string.h>
#include <unistd.h>

static char name[24];

static void holds(const char *expected)
{
  char text[200] = "";
  FILE *f = fopen(name, "r");
  CHECK(f && fileno(f) > 2 && fread(text, 1, sizeof text - 1, f) > 0);
  CHECK(fclose(f) == 0 && strcmp(text, expected) == 0);
}

static void opens(int kept)
{
  CHECK(close(1) == 0);
  FILE *f = fopen(name, "w");
  CHECK(f && fileno(f) == 1);
  printf("by printf\n");
  fprintf(f, "by fprintf\n");
  CHECK(fclose(f) == 0);
  holds("by printf\nby fprintf\n");
  f = fopen(name, "ae");
  CHECK(f && fileno(f) == 1 && puts("more") >= 0 && fclose(f) == 0);
  holds("by printf\nby fprintf\nmore\n");
  CHECK(freopen(name, "w", stdout) == stdout);
  CHECK(puts("again") >= 0 && fflush(stdout) == 0);
  holds("again\n");
  CHECK(dup2(kept, 1) == 1 && remove(name) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank(), kept = dup(1);
  snprintf(name, sizeof name, "streams.%d", rank);
  opens(kept);
  report();
  MPI_Finalize();
}
