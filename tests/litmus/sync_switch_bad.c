/* A barrier is missing between accumulates and loads after MPI_Win_sync, in a
 * function of which compilers would make a table of jumps.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (17 times)
 * report:   load           by rank 0 at sync_switch_bad.c:43, act()
 * report:   MPI_Accumulate by rank 1 at sync_switch_bad.c:35 (epoch: lock_all, opened at sync_switch_bad.c:46)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
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
  sum += act(win, rank, 5);
  MPI_Reduce(rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, 0,
             MPI_COMM_WORLD);
  act(win, rank, 7);
  MPI_Win_free(&win);
  MPI_Finalize();
}
