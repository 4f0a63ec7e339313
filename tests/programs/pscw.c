/* Post-start-complete-wait on a ring, with other groups to post to than to
 * start from, and on a star; only the named ranks take part.
 *
 * run: np=3
 * run: np=6 twice=1
 * run: np=6 options="--protocol message --progress weak"
 * run: np=6 options="--order late"
 * stdout: ok
 */
#include "check.h"

static MPI_Group world;

static MPI_Group group_of(int count, const int *ranks)
{
  MPI_Group group;
  MPI_Group_incl(world, count, ranks, &group);
  return group;
}

/* I put to the next rank and am put to by the one before. */
static void ring(MPI_Win win, int *memory, int me, int n)
{
  int next = (me + 1) % n, before = (me + n - 1) % n;
  MPI_Group to = group_of(1, &next), from = group_of(1, &before);
  for (int round = 0; round < 4; round++) {
    int value = 10 * round + me;
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    SAME(memory[0], 10 * round + before);
  }
  MPI_Group_free(&to);
  MPI_Group_free(&from);
}

/* All but rank 0 put to rank 0 and get from it; rank 0 only exposes. */
static void star(MPI_Win win, int *memory, int me, int n)
{
  int zero = 0, *others = malloc(n * sizeof(int)), got = -1;
  for (int i = 1; i < n; i++)
    others[i - 1] = i;
  MPI_Group centre = group_of(1, &zero), rest = group_of(n - 1, others);
  if (me == 0) {
    memory[n] = 77;
    MPI_Win_post(rest, 0, win);
    MPI_Win_wait(win);
    for (int i = 1; i < n; i++)
      SAME(memory[i], 500 + i);
  } else {
    int value = 500 + me;
    MPI_Win_start(centre, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, me, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, 0, n, 1, MPI_INT, win);
    MPI_Win_complete(win);
    SAME(got, 77);
  }
  MPI_Group_free(&centre);
  MPI_Group_free(&rest);
  free(others);
}

/* With MPI_MODE_NOCHECK the posts must have happened before the starts. */
static void nocheck(MPI_Win win, int *memory, int me, int n)
{
  int peer = me ^ 1, value = 900 + me;
  if (peer >= n) peer = me;
  MPI_Group pair = group_of(1, &peer);
  MPI_Win_post(pair, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_start(pair, MPI_MODE_NOCHECK, win);
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  SAME(memory[0], 900 + peer);
  MPI_Group_free(&pair);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win win = int_window(n + 1, &memory);
  MPI_Win_get_group(win, &world);
  ring(win, memory, me, n);
  MPI_Barrier(MPI_COMM_WORLD);
  star(win, memory, me, n);
  MPI_Barrier(MPI_COMM_WORLD);
  nocheck(win, memory, me, n);
  MPI_Win_free(&win);
  MPI_Group_free(&world);
  int code = report();
  MPI_Finalize();
  return code;
}
