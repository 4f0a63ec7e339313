/* Ranks that wait for what another stores, and meanwhile print on and on: they
 * see it soon after. If it never comes, they are told of.
 *
 * mpich: no (one of them would hang)
 * build: -D_FORTIFY_SOURCE=2
 * stdout-any
 * run: np=2 args="puts never" options="--patience 0.005" exit=122
 * stderr: poll_printing.c:36: puts finds nothing, again and again
 * run: np=2 args="wprintf never" options="--patience 0.005" exit=122
 * stderr: poll_printing.c:43: wprintf finds nothing, again and again
 * run: np=2 args="printf" twice=1
 * run: np=2 args="puts"
 * run: np=2 args="characters"
 * run: np=2 args="vfprintf" options="--ppn 2"
 * run: np=2 args="write" twice=1
 */
#include "waiting.h"

#include <stdarg.h>
#include <unistd.h>
#include <wchar.h>

static void print_list(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vfprintf(stdout, format, args);
  va_end(args);
}

static void print(const char *how)
{
  if (!strcmp(how, "printf")) {
    printf("%d\n", world_rank());
  } else if (!strcmp(how, "puts")) {
    puts("waiting");
  } else if (!strcmp(how, "characters")) {
    putchar('w');
    fputc('\n', stdout);
  } else if (!strcmp(how, "vfprintf")) {
    print_list("%d\n", world_rank());
  } else if (!strcmp(how, "wprintf")) {
    wprintf(L"waiting\n");
  } else if (write(1, "w\n", 2) != 2) {
    CHECK(!"written");
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int code = wait_beside(print, argv[1], argc > 2);
  MPI_Finalize();
  return code;
}
