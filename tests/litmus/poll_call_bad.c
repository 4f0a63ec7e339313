/* A loop that calls MPI between its loads waits for a Put: what it loads first
 * was polling, too.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   load        by rank 1 at poll_call_bad.c:28, main()
 * report:   MPI_Put     by rank 0 at poll_call_bad.c:26 (epoch: lock_all, opened at poll_call_bad.c:23)
 * report:   Polling by loads needs the unified memory model. Update by MPI_Accumulate with MPI_REPLACE, and fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, found;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    while (!*(volatile int *)memory)
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
