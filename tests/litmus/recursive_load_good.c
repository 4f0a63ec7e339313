/* A function that waits calls itself, through a word, until it has found what
 * it looks for: it may be the first look that does.
 *
 * build: --check -fPIC -fno-plt -Wl,--no-relax
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

long found(const long *memory, MPI_Win win, int looks);
long found(const long *memory, MPI_Win win, int looks)
{
  MPI_Win_sync(win);
  if (!*(const volatile long *)memory) looks += found(memory, win, looks);
  return looks + 1;
}

int main(int argc, char **argv)
{
  long *memory, sum, one = 1;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) oriel_compute(1e-3);
  MPI_Accumulate(&one, 1, MPI_LONG, !rank, 0, 1, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush_all(win);
  sum = found(memory, win, 0) > 0;
  MPI_Reduce(rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, 0,
             MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
