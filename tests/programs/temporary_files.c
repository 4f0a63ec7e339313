/* Names of temporary files: each rank's differ, and they are the same in each
 * run where no file has them.
 *
 * run: np=3 twice=1
 * stdout-any
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void made(int fd, const char *path)
{
  struct stat about;
  CHECK(fd >= 0 && fstat(fd, &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
  CHECK(write(fd, "x", 1) == 1);
  puts(path);
  MPI_Barrier(MPI_COMM_WORLD);
  close(fd);
  unlink(path);
}

int main(int argc, char **argv)
{
  char plain[] = "aXXXXXX", more[] = "bXXXXXX", folder[] = "cXXXXXX";
  char suffixed[] = "dXXXXXX.txt", both[] = "eXXXXXX.c", none[] = "XXXXX";
  MPI_Init(&argc, &argv);
  made(mkstemp(plain), plain);
  made(mkostemp(more, O_APPEND), more);
  made(mkstemps(suffixed, 4), suffixed);
  CHECK(!strcmp(suffixed + 7, ".txt"));
  made(mkostemps(both, 2, 0), both);
  CHECK(mkdtemp(folder) == folder && access(folder, W_OK) == 0);
  puts(folder);
  CHECK(rmdir(folder) == 0);
  CHECK(mkstemp(none) == -1 && errno == EINVAL);
  CHECK(mkstemps(suffixed, 4) == -1 && errno == EINVAL);
  CHECK(mkstemps(suffixed, -9) == -1 && errno == EINVAL);
  char nowhere[] = "no/such/XXXXXX";
  CHECK(mkstemp(nowhere) == -1 && errno == ENOENT);
  report();
  MPI_Finalize();
  return 0;
}
