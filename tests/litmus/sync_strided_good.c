/* Loads after MPI_Win_sync, each of another word: after a flush and a barrier;
 * in loops that wait for each word, with one MPI_Win_sync before them; and
 * round after round, until all words are there.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>
#include <stdio.h>

enum { N = 8, STRIDE = 4 };

static long *memory;
static MPI_Win win;

static inline void wait_for(int at)
{
  while (!*(volatile long *)&memory[at])
    ;
}

static long sum_of_words(void)
{
  long sum = 0;
  for (int i = 0; i < N * STRIDE; i += STRIDE)
    sum += memory[i];
  return sum;
}

int main(int argc, char **argv)
{
  long sum, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * STRIDE * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < N * STRIDE; i += STRIDE)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    MPI_Win_sync(win);
    wait_for(0);
    wait_for(STRIDE);
    do {
      MPI_Win_sync(win);
      sum = 0;
      for (int i = 0; i < N * STRIDE; i += STRIDE)
        sum += memory[i];
    } while (sum < N);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1 && sum_of_words() != N) printf("not all\n");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
