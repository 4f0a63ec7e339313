/* Every rank has its own copy of all that a process has: global and static
 * variables, pointers to them, function-local statics, thread-locals, the C
 * library's state; static variables may be window memory.
 *
 * run: np=4
 * run: np=64
 * stdout: ok
 */
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int initialised = 42;
static int zero[1000];
static int *pointer = &initialised; /* must point into this rank's copy */
static _Thread_local int local = 5;
static const char *const text = "constant";
static int (*function)(void);
static int exposed[4];

static int count(void)
{
  static int calls;
  return ++calls;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  CHECK(initialised == 42 && zero[999] == 0 && *pointer == 42 && local == 5);
  CHECK(pointer == &initialised && strcmp(text, "constant") == 0);
  initialised += me;
  zero[999] = me;
  local = 1000 + me;
  errno = me;
  function = count;
  for (int i = 0; i <= me; i++)
    function();
  srand(me + 1);
  int drawn = rand();
  char words[] = "a b c", *word = strtok(words, " ");
  char variable[20];
  snprintf(variable, sizeof variable, "%d", me);
  setenv("ORIEL_TEST", variable, 1);

  MPI_Barrier(MPI_COMM_WORLD); /* the others run */
  usleep(10);
  CHECK(initialised == 42 + me && *pointer == 42 + me && zero[999] == me);
  SAME(local, 1000 + me);
  SAME(count(), me + 2);
  word = strtok(NULL, " ");
  CHECK(word && strcmp(word, "b") == 0);
  srand(me + 1);
  SAME(rand(), drawn);
  CHECK(strcmp(getenv("ORIEL_TEST"), variable) == 0);

  MPI_Win win;
  MPI_Win_create(exposed, sizeof exposed, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&zero[999], 1, MPI_INT, (me + 1) % n, 2, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  SAME(exposed[2], (me + n - 1) % n);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
