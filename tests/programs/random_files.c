/* What a program draws from the machine's files repeats, and differs between
 * ranks and from one time to the next.
 *
 * mpich: no
 * (only simulated machines repeat)
 * run: np=3 twice=1
 * stdout-any
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DRAWN = 9 };

static const char uuid[] = "/proc/sys/kernel/random/uuid";

static void draw(unsigned drawn[DRAWN])
{
  int fd = open("/dev/urandom", O_RDONLY), copy = dup(fd), n = 0;
  struct iovec two[] = {{&drawn[2], 4}, {&drawn[3], 4}};
  CHECK(read(fd, &drawn[0], 4) == 4 && read(copy, &drawn[1], 4) == 4);
  CHECK(readv(fd, two, 2) == 8);
  CHECK(close(copy) == 0);
  FILE *over = fdopen(fd, "r"), *f = fopen("/dev/random", "rb");
  CHECK(fileno(over) == fd);
  CHECK(fread(&drawn[4], 4, 1, over) == 1 && fread(&drawn[5], 4, 1, f) == 1);
  CHECK(fclose(over) == 0 && fclose(f) == 0 && close(fd) != 0);
  memcpy(&drawn[6], (void *)getauxval(AT_RANDOM), 4);
  f = fopen(uuid, "r");
  CHECK(fscanf(f, "%8x-%*4x-4%*3x-%*4x-%*12x%n", &drawn[7], &n) == 1);
  CHECK(n == 36 && fgetc(f) == '\n' && fgetc(f) == EOF);
  fclose(f);
  fd = openat(AT_FDCWD, uuid, O_RDONLY);
  CHECK(read(fd, &drawn[8], 4) == 4);
  close(fd);
  f = fopen("/dev/urandom", "w");
  CHECK(fputs("more", f) >= 0 && fflush(f) == 0 && fclose(f) == 0);
  f = fopen("/dev/urandom", "r");
  CHECK(fseek(f, 0, SEEK_SET) == 0 && fclose(f) == 0);
  const char *none = getenv("NO_SUCH_VARIABLE");
  CHECK(!fopen(none, "r") && open(none, O_RDONLY) < 0);
}

static void print_names(void)
{
  char made[L_tmpnam], *other = tempnam(".", "name");
  CHECK(tmpnam(made) == made && !strncmp(made, "/tmp/file", 9));
  CHECK(strstr(other, "/name"));
  printf("%s %s\n", made, other);
  free(other);
}

int main(int argc, char **argv)
{
  int rank;
  unsigned first[3 * DRAWN] = {0}, all[3 * DRAWN];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  draw(first + DRAWN * rank);
  MPI_Allreduce(first, all, 3 * DRAWN, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
  for (int i = 0; i < 3 * DRAWN; i++)
    for (int j = 0; j < i; j++)
      CHECK(all[i] != all[j]);
  for (int i = 0; i < DRAWN; i++)
    printf("%u ", first[DRAWN * rank + i]);
  print_names();
  report();
  MPI_Finalize();
  return 0;
}
