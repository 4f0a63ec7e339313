/* The barrier is there; and a loop that waits, in a switch, finds its word at
 * once.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 16 };

static long *memory, one = 1;

static long act(MPI_Win win, int rank, int kind)
{
  long sum = 0;
  switch (kind) {
  case 0:
    for (int i = 0; i < N; i++)
      memory[i] = 0;
    MPI_Win_sync(win);
    break;
  case 1:
    MPI_Barrier(MPI_COMM_WORLD);
    break;
  case 2:
    if (rank == 1) oriel_compute(1e-3);
    break;
  case 3:
    for (int i = 0; i < N; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, !rank, i, 1, MPI_LONG, MPI_SUM, win);
    break;
  case 4:
    MPI_Win_flush_all(win);
    break;
  case 5:
    MPI_Win_sync(win);
    for (int i = 0; i < N; i++)
      sum += memory[i];
    break;
  case 6:
    MPI_Win_lock_all(0, win);
    break;
  case 7:
    if (rank == 0) oriel_compute(1e-2);
    if (rank == 1)
      MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
    break;
  case 8:
    while (rank == 0 && sum < 2) {
      MPI_Win_sync(win);
      sum = memory[0];
    }
    break;
  case 9:
    MPI_Win_unlock_all(win);
    break;
  }
  return sum;
}

int main(int argc, char **argv)
{
  long sum = 0;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  sum += act(win, rank, 6);
  sum += act(win, rank, 0);
  sum += act(win, rank, 1);
  sum += act(win, rank, 2);
  sum += act(win, rank, 3);
  sum += act(win, rank, 4);
  sum += act(win, rank, 1);
  sum += act(win, rank, 5);
  sum += act(win, rank, 1);
  MPI_Reduce(rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, 0,
             MPI_COMM_WORLD);
  for (int i = 7; i < 10; i++)
    act(win, rank, i);
  MPI_Win_free(&win);
  MPI_Finalize();
}
