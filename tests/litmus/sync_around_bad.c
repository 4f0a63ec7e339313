/* A flush is missing between accumulates and loads after MPI_Win_sync, in loops
 * that do not wait: none comes back to a word, or what it finds decides neither
 * where it looks nor whether it goes on.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:42, compare()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [512, 520) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:48, first_wrong()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [1024, 1032) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:55, print()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [1536, 1544) (64 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:63, sum_of_rows()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [2048, 2056) (64 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:72, count_in_rows()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [2752, 2760) (16 times)
 * report:   MPI_Accumulate by rank 1 at sync_around_bad.c:100 (epoch: lock_all, opened at sync_around_bad.c:94), not yet complete
 * report:   load           by rank 0 at sync_around_bad.c:81, sum_in_order()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_around_bad.c:115 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8, STRIDE = 8, LOOPS = 6 };

static MPI_Win win;

static __attribute__((noinline)) void compare(const long *words, int *right)
{
  for (int i = 0; i < N; i++)
    right[i] = words[STRIDE * i] == i;
}

static __attribute__((noinline)) int first_wrong(const long *words)
{
  for (int i = 0; i < N; i++)
    if (words[STRIDE * i] > 1) return i;
  return -1;
}

static __attribute__((noinline)) void print(const long *words)
{
  for (int i = 0; i < N; i++)
    if (words[STRIDE * i] > 1) printf("word %d is wrong\n", i);
}

static __attribute__((noinline)) long sum_of_rows(const long *words)
{
  long sum = 0;
  for (int row = 0; row < N; row++)
    for (int i = 0; i < STRIDE; i += 2)
      sum += words[STRIDE * row + i];
  return sum;
}

static __attribute__((noinline)) int count_in_rows(const long *words)
{
  int count = 0;
  for (int row = 0; row < N; row++)
    for (int i = 0; i < STRIDE; i += 2)
      if (words[STRIDE * row + i] > 1) count++;
  return count;
}

static __attribute__((noinline)) long sum_in_order(const long *words,
                                                   const int *order)
{
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += words[STRIDE * order[i]];
  return sum;
}

int main(int argc, char **argv)
{
  static const int order[N] = {3, 1, 4, 0, 5, 2, 6, 7};
  long *memory, one = 1, sum = 0;
  int rank, right[N] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * N * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  compare(memory, right);
  MPI_Win_sync(win);
  sum += first_wrong(memory + N * STRIDE);
  MPI_Win_sync(win);
  print(memory + 2 * N * STRIDE);
  MPI_Win_sync(win);
  sum += sum_of_rows(memory + 3 * N * STRIDE);
  MPI_Win_sync(win);
  sum += count_in_rows(memory + 4 * N * STRIDE);
  MPI_Win_sync(win);
  sum += sum_in_order(memory + 5 * N * STRIDE, order);
  if (sum > 5 * N * STRIDE) printf("%d %ld\n", right[0], sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
