/* A loop of loads waits for an Accumulate into another rank's shared memory.
 *
 * run: np=3 options="--check=strict --ppn 3" exit=121
 * build: --check
 * report: oriel: portability in the window of rank 0, bytes [0, 4)
 * report:   load           by rank 2 at poll_shared_other_bad.c:28, main()
 * report:   MPI_Accumulate by rank 1 at poll_shared_other_bad.c:25 (epoch: lock_all, opened at poll_shared_other_bad.c:22)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, unit, one = 1, *flag;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
  }
  if (rank == 2) {
    while (!*(volatile int *)flag)
      continue;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
