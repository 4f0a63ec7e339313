/* Loops that wait, after one MPI_Win_sync, for words that lie apart, one after
 * the other: compilers make a conditional move, or a sum, of the step to the
 * next word, and no branch. They find the words there at once.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 64, STRIDE = 8 };

static long *memory;
static MPI_Win win;

static __attribute__((noinline)) void wait_by_pointer(void)
{
  MPI_Win_sync(win);
  for (volatile long *p = memory; p < memory + N;)
    if (*p) p += STRIDE;
}

static __attribute__((noinline)) void wait_by_index(void)
{
  MPI_Win_sync(win);
  for (int i = 0; i < N / STRIDE;)
    i += *(volatile long *)&memory[STRIDE * i] != 0;
}

int main(int argc, char **argv)
{
  long one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < N; i += STRIDE)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    wait_by_pointer();
    wait_by_index();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
