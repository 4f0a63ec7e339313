/* A loop that calls MPI_Win_sync before its first round only looks once more at
 * the flag that it has looked at first.
 *
 * build: --check
 * run: np=4 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 1 at sync_scan_rounds_bad.c:43 (epoch: lock_all, opened at sync_scan_rounds_bad.c:57), complete only for those who know of it
 * report:   load           by rank 0 at sync_scan_rounds_bad.c:31, serve()
 * report:   Only the value that it finds can order the load, which needs the unified memory model. Fetch it by MPI_Fetch_and_op with MPI_NO_OP, or let a barrier or message come between. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

enum { FLAGS = 3 };

static MPI_Win win;

static void answer(int i)
{
  MPI_Send(&i, 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD);
  if (i == FLAGS - 1) oriel_compute(2e-3); /* meanwhile flag 0 comes */
}

static void serve(const int *flags)
{
  int answered[FLAGS] = {0}, left = FLAGS;
  oriel_compute(1e-4);
  MPI_Win_sync(win);
  while (left > 0) {
    for (int i = 0; i < FLAGS; i++) {
      if (answered[i] || !flags[i]) continue;
      answer(i);
      answered[i] = 1;
      left--;
    }
  }
}

static void ask(int rank)
{
  int one = 1;
  if (rank == 1) oriel_compute(1e-3);
  MPI_Accumulate(&one, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int *flags, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int[FLAGS]), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &flags, &win);
  for (int i = 0; i < FLAGS; i++)
    flags[i] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    serve(flags);
  else
    ask(rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
