/* putenv() and clearenv(): what is put stays the caller's text, and each rank
 * has an environment of its own, where it may write, as strtok() does.
 *
 * run: np=3
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>

extern char **environ;

static void overwrite(int rank)
{
  char *path = getenv("PATH"), first = *path;
  CHECK(path == getenv("PATH"));
  MPI_Barrier(MPI_COMM_WORLD); /* all have seen theirs */
  *path += (char)(rank + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(*getenv("PATH") == first + rank + 1);
  *path = first;
}

static void put(int rank)
{
  static char mine[20], none[] = "ORIEL_TEST_MINE";
  snprintf(mine, sizeof mine, "ORIEL_TEST_MINE=%d", rank);
  char *value = strchr(mine, '=') + 1;
  CHECK(putenv(mine) == 0 && getenv("ORIEL_TEST_MINE") == value);
  MPI_Barrier(MPI_COMM_WORLD); /* all have put theirs */
  *value += 4;
  CHECK(atoi(getenv("ORIEL_TEST_MINE")) == rank + 4);
  CHECK(setenv("ORIEL_TEST_MINE", "other", 1) == 0 && *value == '4' + rank);
  CHECK(putenv(mine) == 0 && getenv("ORIEL_TEST_MINE") == value);
  CHECK(putenv(none) == 0 && !getenv("ORIEL_TEST_MINE"));
}

static void clear(int rank)
{
  static char first[] = "A=1";
  static char *given[] = {"GIVEN=1", NULL};
  CHECK(setenv("ORIEL_TEST_KEPT", "1", 1) == 0);
  if (rank == 1) CHECK(clearenv() == 0 && !environ);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!getenv("ORIEL_TEST_KEPT") == (rank == 1));
  CHECK(clearenv() == 0 && !environ && clearenv() == 0);
  CHECK(!getenv("A") && unsetenv("A") == 0 && putenv(first) == 0);
  CHECK(environ[0] == first && !environ[1]);
  environ = given;
  CHECK(setenv("B", "2", 0) == 0 && environ != given && !getenv("A"));
  CHECK(!strcmp(getenv("GIVEN"), "1") && !given[1] && !environ[2]);
  errno = 0;
  CHECK(setenv("=", "1", 1) == -1 && errno == EINVAL);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  overwrite(world_rank());
  put(world_rank());
  clear(world_rank());
  int failed = report();
  MPI_Finalize();
  return failed;
}
