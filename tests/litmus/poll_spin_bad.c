/* A loop of loads waits for an Accumulate. What was complete before that may
 * be loaded after it: the polling is all there is to say.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at poll_spin_bad.c:33, main()
 * report:   MPI_Accumulate by rank 0 at poll_spin_bad.c:31 (epoch: lock_all, opened at poll_spin_bad.c:26)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  volatile int *flag = memory;
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  } else {
    while (!*flag)
      continue;
    seen = memory[1];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
