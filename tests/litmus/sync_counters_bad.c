/* A flush is missing between accumulates and loads after MPI_Win_sync, in loops
 * that only count, where a compiler counts down and so leaves the carry that
 * the sum has set.
 *
 * build: --check -Os
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (64 times)
 * report:   MPI_Accumulate by rank 1 at sync_counters_bad.c:42 (epoch: lock_all, opened at sync_counters_bad.c:36), not yet complete
 * report:   load           by rank 0 at sync_counters_bad.c:24, sum_of_rows()
 * report:   Nothing orders them. MPI_Win_unlock_all at sync_counters_bad.c:47 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8 };

static MPI_Win win;

static __attribute__((noinline)) long sum_of_rows(const long *words)
{
  long sum = 0;
  for (int row = 0; row < N; row++)
    for (int i = 0; i < N; i += 2)
      sum += words[N * row + i];
  return sum;
}

int main(int argc, char **argv)
{
  long *memory, one = 1, sum;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N * N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < N * N; i++)
    MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  sum = sum_of_rows(memory);
  if (sum > N * N) printf("%ld\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
