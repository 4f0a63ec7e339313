/* A global counter with MPI_Fetch_and_op: each call hands out the next number.
 *
 * Rank 0 exposes one long. A rank that wants a number adds one to it and gets
 * what was there before, in one atomic operation. All ranks hold a shared lock
 * (MPI_Win_lock_all) throughout; MPI_Win_flush makes the fetched value valid.
 *
 * To look at: nobody needs an exclusive lock. counter_tree.c does the same
 * with what MPI-2 had. Which rank gets which number is a matter of time; that
 * the numbers are 0, 1, ..., n-1, each once, is not, and is what is checked.
 */
#include <mpi.h>
#include <stdio.h>

enum { PER_RANK = 5 };

static long counter_next(MPI_Win win)
{
  long one = 1, number;
  MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
  return number;
}

int main(int argc, char **argv)
{
  int me, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  MPI_Win win;
  long *counter;
  MPI_Win_allocate(me == 0 ? sizeof(long) : 0, sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &counter, &win);
  MPI_Win_lock_all(0, win);
  if (me == 0) *counter = 0;
  MPI_Win_sync(win); /* the store is visible to others ... */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win); /* ... before any of them asks */

  /* Sum and sum of squares of the numbers, and whether mine increase. */
  long mine[3] = {0, 0, 0}, all[3], last = -1;
  for (int i = 0; i < PER_RANK; i++) {
    long number = counter_next(win);
    mine[0] += number;
    mine[1] += number * number;
    mine[2] += number <= last;
    last = number;
  }
  MPI_Win_unlock_all(win);
  MPI_Allreduce(mine, all, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);

  long n = (long)ranks * PER_RANK;
  int good = all[0] == n * (n - 1) / 2 && all[2] == 0 &&
             all[1] == (n - 1) * n * (2 * n - 1) / 6;
  if (me == 0)
    printf("%ld numbers handed out, sum %ld: %s\n", n, all[0],
           good ? "each once" : "WRONG");
  MPI_Win_free(&win);
  MPI_Finalize();
  return !good;
}
