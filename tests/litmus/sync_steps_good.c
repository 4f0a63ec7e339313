/* Loops that wait, after one MPI_Win_sync, for words that lie apart, and step
 * by what they find there: to the next word by 1, to the same one by 0; by
 * itself, by a part of it, by a table, or by a pointer.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 8, STRIDE = 8, LOOPS = 4 };

static long *words; /* of one loop */
static MPI_Win win;

#define WORD(i) (*(volatile long *)&words[STRIDE * (i)])

static __attribute__((noinline)) void step_by_word(void)
{
  MPI_Win_sync(win);
  for (long i = 0; i < N;)
    i += WORD(i);
}

static __attribute__((noinline)) void step_by_bit(void)
{
  MPI_Win_sync(win);
  for (long i = 0; i < N;)
    i += WORD(i) & 1;
}

static __attribute__((noinline)) void step_by_table(void)
{
  static const char steps[] = {0, 1};
  MPI_Win_sync(win);
  for (int i = 0; i < N;)
    i += steps[WORD(i) & 1];
}

static __attribute__((noinline)) void step_by_pointer(void)
{
  MPI_Win_sync(win);
  for (long *word = words; word < words + N * STRIDE;)
    word += *(volatile long *)word * STRIDE;
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * N * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < LOOPS * N * STRIDE; i += STRIDE)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    words = memory;
    step_by_word();
    words += N * STRIDE;
    step_by_bit();
    words += N * STRIDE;
    step_by_table();
    words += N * STRIDE;
    step_by_pointer();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
