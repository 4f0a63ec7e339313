/* Loops that wait, after one MPI_Win_sync, for words that lie apart, without a
 * branch on what they find: it comes to the loop's end or to the next address
 * by a count, a local variable, memory that is read again, a pointer, a table
 * or a function of the C library. They find the words there at once.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>
#include <string.h>

enum { N = 8, STRIDE = 8, LOOPS = 6 };

static long *words; /* of one loop */
static MPI_Win win;

#define WORD(i) (*(volatile long *)&words[STRIDE * (i)])

static __attribute__((noinline)) void wait_by_count(void)
{
  MPI_Win_sync(win);
  for (int i = 0, n = 0; n < N; i = (i + 1) % N)
    n += WORD(i) != 0;
}

static __attribute__((noinline)) void wait_by_local(void)
{
  volatile int step;
  MPI_Win_sync(win);
  for (int i = 0; i < N; i += step)
    step = WORD(i) != 0;
}

static __attribute__((noinline)) void wait_by_flags(void)
{
  static char seen[N];
  MPI_Win_sync(win);
  for (unsigned i = 0; !seen[(i + N - 1) % N]; i++)
    seen[i % N] = WORD(i % N) != 0;
}

static __attribute__((noinline)) void wait_by_pointer(int *step)
{
  MPI_Win_sync(win);
  for (int i = 0; i < N; i += *(volatile int *)step)
    *(volatile int *)step = WORD(i) != 0;
}

static __attribute__((noinline)) void wait_by_table(void)
{
  static const volatile int steps[] = {0, 1};
  MPI_Win_sync(win);
  for (int i = 0; i < N;)
    i += steps[WORD(i) != 0];
}

static __attribute__((noinline)) void wait_by_memmove(void)
{
  int step = 0;
  MPI_Win_sync(win);
  for (int i = 0; i < N; i += step) {
    int found = WORD(i) != 0;
    memmove(&step, (void *)&found, sizeof step);
  }
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank, step;
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
    wait_by_count();
    words += N * STRIDE;
    wait_by_local();
    words += N * STRIDE;
    wait_by_flags();
    words += N * STRIDE;
    wait_by_pointer(&step);
    words += N * STRIDE;
    wait_by_table();
    words += N * STRIDE;
    wait_by_memmove();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
