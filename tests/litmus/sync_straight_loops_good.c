/* Loads after MPI_Win_sync that find at once what they wait for, each in a loop
 * that would look again: with MPI_Win_sync before the loop only, or before each
 * look; in a function that is called in the loop, or calls MPI itself; of many
 * words, until all are there.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 16 };

static long *memory;
static MPI_Win win;

static __attribute__((noinline)) long look(int at)
{
  MPI_Win_sync(win);
  return memory[at];
}

static __attribute__((noinline)) void give_way(void)
{
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void wait_for_words(void)
{
  long sum;
  MPI_Win_sync(win);
  while (!memory[0])
    MPI_Win_sync(win);
  while (!look(1))
    ;
  do
    MPI_Win_sync(win);
  while (!memory[2]);
  MPI_Win_sync(win);
  while (!memory[3])
    give_way();
  MPI_Win_sync(win);
  while (!*(volatile long *)&memory[4])
    ;
  do {
    MPI_Win_sync(win);
    sum = 0;
    for (int i = 0; i < N; i++)
      sum += memory[i];
  } while (sum < N);
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
    for (int i = 0; i < N; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    wait_for_words();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
