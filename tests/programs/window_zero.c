/* Windows without memory, windows of one rank, many windows at once, windows of
 * different sizes and units: a displacement counts in the target's unit.
 *
 * mpich: no (it misplaces windows at addresses that are no multiple of 16)
 * run: np=4
 * run: np=4 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"

static void different_units(int me, int n)
{
  char *memory;
  MPI_Win win;
  int units[4] = {1, 4, 8, 16};
  MPI_Win_allocate(64 * (me + 1), units[me], MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_fence(0, win);
  memset(memory, 0, 64 * (me + 1));
  MPI_Win_fence(0, win);
  for (int t = 0; t < n; t++) {
    char value = 'a' + me;
    MPI_Put(&value, 1, MPI_CHAR, t, me, 1, MPI_CHAR, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int r = 0; r < n; r++)
    SAME(memory[r * units[me]], 'a' + r);
  MPI_Win_free(&win);
}

static void only_some_have_memory(int me, int n)
{
  int memory = 0, one = 1;
  MPI_Win win;
  MPI_Win_create(me == 2 ? &memory : NULL, me == 2 ? sizeof(int) : 0,
                 sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (me == 2) SAME(memory, n);
  MPI_Win_free(&win);
}

static void many(int me, int n)
{
  enum { COUNT = 50 };
  static int memory[COUNT];
  MPI_Win wins[COUNT];
  for (int i = 0; i < COUNT; i++) {
    memory[i] = -1;
    MPI_Win_create(&memory[i], sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &wins[i]);
    MPI_Win_lock_all(0, wins[i]);
  }
  for (int i = 0; i < COUNT; i++)
    MPI_Put(&me, 1, MPI_INT, (me + i) % n, 0, 1, MPI_INT, wins[i]);
  for (int i = COUNT; i-- > 0;) {
    MPI_Win_unlock_all(wins[i]);
    MPI_Win_free(&wins[i]);
    SAME(memory[i], (me + n * COUNT - i) % n);
  }
}

static void alone(void)
{
  int memory = 3, value = 4;
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(0, win);
  SAME(memory, 7);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  different_units(me, n);
  only_some_have_memory(me, n);
  many(me, n);
  alone();
  int code = report();
  MPI_Finalize();
  return code;
}
