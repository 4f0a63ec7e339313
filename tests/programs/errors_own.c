/* error() and err() with their relatives: each rank counts its own messages,
 * and has its own name.
 *
 * run: np=2 args="count" options="--tag-output"
 * stdout: [0] ok
 * report: [0] rank 0: plain
 * report: [0] rank 0: of errno: No such file or directory
 * report: [1] rank 1: plain
 * report: [1] rank 1: of errno: No such file or directory
 * report: [0] rank 0:a.c:3: at a line
 * report: [0] rank 0: at none: Permission denied
 * report: [0] rank 0:a.c:4: once for rank 1
 * report: [0] rank 0:a.c:4: once for rank 1
 * report: [0] rank 0:a.c:5: the next
 * report: [1] rank 1:a.c:3: at a line
 * report: [1] rank 1: at none: Permission denied
 * report: [1] rank 1:a.c:4: once for rank 1
 * report: [1] rank 1:a.c:5: the next
 * run: np=1 args="line" exit=7
 * stdout: ok
 * stderr: program:b.c:9: the end: No such file or directory
 * run: np=2 args="name" exit=8
 * stdout: ok
 * stderr: by the name of 0: the end
 * run: np=1 args="verr" exit=5
 * stdout: ok
 * report: program: verr of 1: No such file or directory
 * run: np=1 args="verrx" exit=6
 * stdout: ok
 * report: program: verrx of 2
 * run: np=1 args="errx" exit=44
 * stdout: ok
 * report: program: errx of 3
 * run: np=1 args="err" exit=3
 * stdout: ok
 * report: program: No such file or directory
 * mpich: no (the ranks' messages come in any order)
 */
#define _GNU_SOURCE
#include "check.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>

static void print_rank(void)
{
  fprintf(stderr, "rank %d:", world_rank());
}

static void counted(void)
{
  error_print_progname = print_rank;
  error(0, 0, " plain");
  error(0, ENOENT, " of errno");
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(error_message_count == 2);
  error_at_line(0, 0, "a.c", 3, "at a line");
  error_at_line(0, EACCES, NULL, 3, "at none");
  error_one_per_line = world_rank();
  for (int i = 0; i < 2; i++)
    error_at_line(0, 0, "a.c", 4, "once for rank 1");
  error_at_line(0, 0, "a.c", 5, "the next");
  CHECK(error_message_count == (world_rank() ? 6 : 7));
}

/* It is the rank's own. */
static void named(void)
{
  static char name[24];
  snprintf(name, sizeof name, "by the name of %d", world_rank());
  program_invocation_name = name;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) error(8, 0, "the end");
}

static void ended(void (*end)(int, const char *, va_list), int code,
                  const char *format, ...)
{
  va_list args;
  va_start(args, format);
  errno = ENOENT;
  end(code, format, args);
  va_end(args);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  const char *what = argv[1];
  if (!strcmp(what, "count")) counted();
  int failed = report();
  if (!strcmp(what, "line")) error_at_line(7, ENOENT, "b.c", 9, "the end");
  if (!strcmp(what, "name")) named();
  if (!strcmp(what, "verr")) ended(verr, 5, "verr of %d", 1);
  if (!strcmp(what, "verrx")) ended(verrx, 6, "verrx of %d", 2);
  if (!strcmp(what, "errx")) errx(300, "errx of %d", 3);
  errno = ENOENT;
  if (!strcmp(what, "err")) err(3, NULL);
  MPI_Finalize();
  return failed;
}
