/* Loops that wait, after one MPI_Win_sync, for words that lie apart: round
 * after round for all of them, for one after the other, and by a function for
 * each. They find the words there at once, and one more update comes later.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 8, STRIDE = 4 };

static volatile long *memory;
static MPI_Win win;

static __attribute__((noinline)) void wait_for_all(void)
{
  long found;
  MPI_Win_sync(win);
  do {
    found = 0;
    for (int i = 0; i < N * STRIDE; i += STRIDE)
      found += memory[i];
  } while (found < N);
}

static __attribute__((noinline)) void wait_for_each(void)
{
  MPI_Win_sync(win);
  for (int i = 0; i < N * STRIDE; i += STRIDE)
    while (!memory[i])
      ;
}

static __attribute__((noinline)) void wait_for(volatile long *word)
{
  while (!*word)
    ;
}

int main(int argc, char **argv)
{
  int rank;
  long one = 1, *start;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * STRIDE * sizeof *start, sizeof *start, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &start, &win);
  memory = start;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N * STRIDE; i++)
    start[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    oriel_compute(1);
    wait_for_all();
    wait_for_each();
    MPI_Win_sync(win);
    wait_for(&start[0]);
    wait_for(&start[STRIDE]);
  } else {
    oriel_compute(rank);
    for (int i = 0; i < N * STRIDE; i += STRIDE)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
