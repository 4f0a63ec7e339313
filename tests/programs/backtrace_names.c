/* backtrace_symbols() knows the program's functions, and what
 * backtrace_symbols_fd() writes goes the way of the rank's output.
 *
 * build: -rdynamic
 * run: np=2
 * stdout: ok
 * stderr: (who_am_i+0x
 */
#include "check.h"
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) int who_am_i(void **frames, int most)
{
  return backtrace(frames, most) + (frames[0] == NULL);
}

int main(int argc, char **argv)
{
  void *frames[8];
  int ends[2];
  char text[4096] = "";
  MPI_Init(&argc, &argv);
  int n = who_am_i(frames, 8);
  char **names = backtrace_symbols(frames, n);
  CHECK(n >= 2 && strstr(names[0], "(who_am_i+0x"));
  CHECK(strstr(names[1], "(main+0x"));
  CHECK(strstr(names[0], "/program("));
  backtrace_symbols_fd(frames, 1, 2);

  CHECK(pipe(ends) == 0);
  backtrace_symbols_fd(frames, 2, ends[1]);
  CHECK(read(ends[0], text, sizeof text - 1) > 0);
  char *line = strchr(text, '\n');
  CHECK(strstr(text, "(who_am_i+0x") && line && strstr(line, "(main+0x"));
  CHECK(line && line[-1] == ']' && line[strlen(line) - 1] == '\n');
  free(names);

  void *nowhere[] = {(void *)8};
  names = backtrace_symbols(nowhere, 1);
  CHECK(strcmp(names[0], "[0x8]") == 0);
  free(names);
  int code = report();
  MPI_Finalize();
  return code;
}
