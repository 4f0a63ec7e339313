/* Loops that count down, in one that waits, after MPI_Win_sync, by the sum of
 * what they find.
 *
 * build: --check -Os
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 8 };

static MPI_Win win;

static __attribute__((noinline)) long sum_of_rows(const volatile long *words)
{
  long sum;
  do {
    sum = 0;
    for (int row = 0; row < N; row++)
      for (int i = 0; i < N; i += 2)
        sum += words[N * row + i];
  } while (sum < N * N / 2);
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
  MPI_Win_flush_all(win);
  MPI_Win_sync(win);
  sum = sum_of_rows(memory);
  if (sum > N * N) printf("%ld\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
