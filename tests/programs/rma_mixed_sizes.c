/* Accumulates of one origin on one target stay in order whatever their sizes
 * and shapes, and get-like ones see those before them; at oneself, at a rank
 * of the same host and at others.
 *
 * run: np=4 options="--ppn 2" twice=1
 * run: np=4 options="--ppn 2 --network fluid"
 * run: np=4 options="--ppn 2 --network latency"
 * run: np=4 options="--protocol message --progress thread"
 * run: np=4 options="--protocol message --progress weak"
 * run: np=4 options="--protocol message --cost eager=100"
 * run: np=4 options="--ppn 2 --order late"
 * run: np=4 options="--ppn 2 --order reverse"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

enum { BIG = 40000 };
static MPI_Win win;
static int *memory, me, n;
static int big[BIG], twos[BIG], threes[BIG], elevens[BIG], result[BIG];

static void fill(int *values, int value)
{
  for (int i = 0; i < BIG; i++)
    values[i] = value;
}

/* A large replace, a small sum to its end, a strided product, fetches in
 * between: the last element tells whether the order was kept. */
static void in_order(int target)
{
  int five = 5, seen[3] = {-1, -1, -1}, out = -1, zero = 0, expected = 15;
  MPI_Datatype column;
  MPI_Type_vector(BIG / 4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  fill(twos, 2);
  MPI_Accumulate(twos, BIG, MPI_INT, target, 0, BIG, MPI_INT, MPI_REPLACE, win);
  MPI_Accumulate(&five, 1, MPI_INT, target, BIG - 4, 1, MPI_INT, MPI_SUM, win);
  MPI_Fetch_and_op(NULL, &seen[0], MPI_INT, target, BIG - 4, MPI_NO_OP, win);
  fill(threes, 3);
  MPI_Accumulate(threes, BIG / 4, MPI_INT, target, 0, 1, column, MPI_PROD, win);
  MPI_Fetch_and_op(&five, &seen[1], MPI_INT, target, BIG - 4, MPI_SUM, win);
  fill(elevens, 11);
  MPI_Get_accumulate(elevens, BIG, MPI_INT, result, BIG, MPI_INT, target, 0,
                     BIG, MPI_INT, MPI_BXOR, win);
  MPI_Compare_and_swap(&zero, &expected, &out, MPI_INT, target, 1, win);
  MPI_Fetch_and_op(NULL, &seen[2], MPI_INT, target, BIG - 4, MPI_NO_OP, win);
  MPI_Win_unlock(target, win);
  SAME(seen[0], 7);
  SAME(seen[1], 21);
  SAME(result[0], 6);
  SAME(result[1], 2);
  SAME(result[BIG - 4], 26);
  SAME(result[BIG - 1], 2);
  SAME(out, 2 ^ 11);
  SAME(seen[2], 26 ^ 11);
  MPI_Type_free(&column);
}

/* Nothing is lost when all add to all, in pieces of many sizes. */
static void all_add(void)
{
  static const int sizes[] = {1, BIG, 3, 2000, BIG / 2, 1, 2500};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  memset(memory, 0, BIG * sizeof *memory);
  MPI_Win_fence(0, win);
  fill(big, 1);
  for (int t = 0; t < n; t++)
    for (int s = 0; s < SIZES; s++)
      MPI_Accumulate(big, sizes[s], MPI_INT, (me + t) % n, 0, sizes[s], MPI_INT,
                     MPI_SUM, win);
  MPI_Win_fence(0, win);
  int sums = 0;
  for (int i = 0; i < BIG; i++) {
    int reach = 0;
    for (int s = 0; s < SIZES; s++)
      reach += i < sizes[s];
    sums += memory[i] == n * reach;
  }
  SAME(sums, BIG);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* Puts and gets of all sizes in one lock_all epoch, flushed in the middle. */
static void puts_and_gets(void)
{
  static int got[BIG];
  int next = (me + 1) % n, one = 1;
  MPI_Win_lock_all(0, win);
  fill(big, 70 + me);
  MPI_Put(big, BIG, MPI_INT, next, 0, BIG, MPI_INT, win);
  MPI_Win_flush(next, win);
  MPI_Put(&one, 1, MPI_INT, next, BIG - 1, 1, MPI_INT, win);
  MPI_Win_flush(next, win);
  memset(got, 0, sizeof got);
  MPI_Get(got, BIG, MPI_INT, next, 0, BIG, MPI_INT, win);
  MPI_Win_flush_local(next, win);
  SAME(got[0], 70 + me);
  SAME(got[BIG - 2], 70 + me);
  SAME(got[BIG - 1], 1);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  win = int_window(BIG, &memory);
  for (int t = 0; t < n; t++)
    in_order((me + t) % n);
  all_add();
  puts_and_gets();
  /* A rank that computes meanwhile. */
  if (me == 0) usleep(5000);
  if (me == 1) in_order(0);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
