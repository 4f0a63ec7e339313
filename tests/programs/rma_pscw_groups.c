/* Post-start-complete-wait in unusual company: groups in any order, empty
 * ones, oneself among the members; epochs that complete before the target
 * posts, some with operations that were copied away; exposure to one origin
 * after another; a loop around MPI_Win_test.
 *
 * mpich: no (a post for a later epoch hangs its start of an empty group)
 * run: np=4 twice=1
 * run: np=4 options="--protocol message --progress thread"
 * run: np=4 options="--protocol message --progress weak"
 * run: np=4 options="--order late"
 * run: np=4 options="--order early"
 * run: np=4 options="--order seed=5"
 * run: np=4 options="--network fluid --ppn 2"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

enum { N = 16 };
static MPI_Win win;
static int *memory, me, n;
static MPI_Group world;

static MPI_Group group_of(int count, const int *ranks)
{
  MPI_Group group;
  MPI_Group_incl(world, count, ranks, &group);
  return group;
}

/* Everybody to everybody, oneself included; the groups are given backwards at
 * one side and rotated at the other. */
static void all_to_all(void)
{
  int backwards[N], rotated[N];
  for (int i = 0; i < n; i++) {
    backwards[i] = n - 1 - i;
    rotated[i] = (me + i) % n;
  }
  MPI_Group from = group_of(n, backwards), to = group_of(n, rotated);
  for (int round = 0; round < 3; round++) {
    int value = 100 * round + me;
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    for (int t = 0; t < n; t++)
      MPI_Put(&value, 1, MPI_INT, t, me, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    for (int i = 0; i < n; i++)
      SAME(memory[i], 100 * round + i);
  }
  MPI_Group_free(&from);
  MPI_Group_free(&to);
}

static void empty_groups(void)
{
  int flag = 0;
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_test(win, &flag);
  CHECK(flag);
  /* Posted to all, but nobody has an operation for it. */
  MPI_Win_post(world, 0, win);
  MPI_Win_start(world, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
}

/* Rank 0's epochs are over, as far as it may say, before rank 1 posts: those
 * without an operation. */
static void complete_first(void)
{
  MPI_Group other = group_of(1, (int[]){me ^ 1});
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    int value = 5;
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (me == 1) {
    usleep(1000);
    for (int i = 0; i < 3; i++) {
      memory[0] = -1;
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);
      SAME(memory[0], i == 2 ? 5 : -1);
    }
  }
  MPI_Group_free(&other);
}

/* Small puts may be copied away, so that the next epoch begins before the
 * first post; each must land in its own. */
static void run_ahead(void)
{
  MPI_Group other = group_of(1, (int[]){me ^ 1});
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5 && me < 2; i++) {
    if (me == 0) {
      int value = 30 + i;
      MPI_Win_start(other, 0, win);
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Put(&value, 1, MPI_INT, 1, 1 + i, 1, MPI_INT, win);
      MPI_Win_complete(win);
    } else {
      if (i == 0) {
        memset(memory, 0, N * sizeof *memory);
        usleep(1000);
      }
      MPI_Win_post(other, 0, win);
      usleep(i == 2 ? 500 : 0);
      MPI_Win_wait(win);
      SAME(memory[0], 30 + i);
      for (int k = 0; k < 5; k++)
        SAME(memory[1 + k], k <= i ? 30 + k : 0);
    }
  }
  MPI_Group_free(&other);
}

/* Rank 0 exposes to one origin after the other; each puts and gets. */
static void one_after_another(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Group zero = group_of(1, (int[]){0});
  if (me == 0) memory[0] = 0;
  for (int i = 0; i < 3 * (n - 1); i++) {
    int turn = 1 + (i * 2) % (n - 1);
    if (me == 0) {
      int flag = 0;
      MPI_Group one = group_of(1, &turn);
      MPI_Win_post(one, i % 2 ? MPI_MODE_NOSTORE : 0, win);
      while (!flag)
        MPI_Win_test(win, &flag);
      MPI_Group_free(&one);
      SAME(memory[0], i + 1);
      SAME(memory[1], turn);
    } else if (me == turn) {
      int seen = -1, one = 1;
      MPI_Win_start(zero, 0, win);
      MPI_Put(&me, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
      MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_SUM, win);
      MPI_Win_complete(win);
      SAME(seen, i);
    }
  }
  MPI_Group_free(&zero);
}

/* Freed while the notice of a post may still be under way. */
static void free_at_once(void)
{
  int *other;
  MPI_Win w = int_window(1, &other);
  MPI_Group left = group_of(1, (int[]){(me + n - 1) % n});
  MPI_Group right = group_of(1, (int[]){(me + 1) % n});
  MPI_Win_post(left, 0, w);
  MPI_Win_start(right, 0, w);
  MPI_Win_complete(w);
  MPI_Win_wait(w);
  MPI_Win_free(&w);
  MPI_Group_free(&left);
  MPI_Group_free(&right);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  win = int_window(N, &memory);
  MPI_Win_get_group(win, &world);
  all_to_all();
  empty_groups();
  complete_first();
  run_ahead();
  one_after_another();
  free_at_once();
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
