/* A stream over a duplicate of standard output is the C library's own: it may
 * be wide, or be opened again as a file. And a number of a descriptor that was
 * given back behind the rank's back is an ordinary file's again.
 *
 * mpich: no
 * (the standard output of ranks there is one file)
 * stdout: ok
 * run: np=1
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wchar.h>

static void number_again(void)
{
  char text[8] = "";
  int first = open("/dev/stdout", O_WRONLY);
  syscall(SYS_close, first);
  int fd = open("again.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
  CHECK(fd == first && write(fd, "data", 4) == 4);
  CHECK(lseek(fd, 0, SEEK_SET) == 0 && read(fd, text, sizeof text) == 4);
  CHECK(!strcmp(text, "data") && close(fd) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  FILE *wide = fdopen(dup(1), "w");
  CHECK(wide && fwide(wide, 1) > 0 && fclose(wide) == 0);
  FILE *f = fdopen(dup(1), "w");
  CHECK(f && freopen("reopened.txt", "w", f) == f);
  CHECK(fputs("text", f) >= 0 && fclose(f) == 0);
  f = fopen("/dev/urandom", "r");
  CHECK(!freopen("reopened.txt", "r", f));
  number_again();
  remove("reopened.txt");
  remove("again.txt");
  report();
  MPI_Finalize();
  return 0;
}
