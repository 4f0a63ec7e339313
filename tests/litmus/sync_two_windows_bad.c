/* After MPI_Win_sync of one window words of two are polled.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of sync_two_windows_bad.c:20 of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at sync_two_windows_bad.c:33, main()
 * report:   MPI_Accumulate by rank 0 at sync_two_windows_bad.c:28 (epoch: lock_all, opened at sync_two_windows_bad.c:22)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory[2], rank, one = 1, a, b;
  MPI_Win win[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; i++) {
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &win[i]);
    *memory[i] = 0;
    MPI_Win_lock_all(0, win[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    oriel_compute(1e-3);
    for (int i = 0; i < 2; i++)
      MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win[i]);
  } else {
    do {
      oriel_compute(1e-5);
      MPI_Win_sync(win[1]);
      a = *memory[0];
      b = *memory[1];
    } while (!a || !b);
  }
  for (int i = 0; i < 2; i++) {
    MPI_Win_unlock_all(win[i]);
    MPI_Win_free(&win[i]);
  }
  MPI_Finalize();
}
