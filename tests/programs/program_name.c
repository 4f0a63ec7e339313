/* The names under which the C library knows a program are those of argv[0], in
 * the program's own variables, too, before main() and after.
 *
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <mpi.h>
#include <string.h>

extern char *__progname, *__progname_full;
static const char *early;

__attribute__((constructor)) static void before_main(void)
{
  early = program_invocation_name;
}

int main(int argc, char **argv)
{
  const char *slash = strrchr(argv[0], '/');
  const char *base = slash ? slash + 1 : argv[0];

  MPI_Init(&argc, &argv);
  CHECK(strcmp(early, argv[0]) == 0);
  CHECK(strcmp(program_invocation_name, argv[0]) == 0);
  CHECK(strcmp(__progname_full, argv[0]) == 0);
  CHECK(strcmp(program_invocation_short_name, base) == 0);
  CHECK(strcmp(__progname, base) == 0);
  report();
  MPI_Finalize();
}
