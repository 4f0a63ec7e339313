/* A loop of loads waits for an Accumulate into memory of two windows.
 *
 * run: np=2 options="--check=strict" exit=121
 * build: --check
 * report: oriel: portability in the window of poll_two_windows_bad.c:21 of rank 0, bytes [0, 4)
 * report:   load           by rank 0 at poll_two_windows_bad.c:30, main()
 * report:   MPI_Accumulate by rank 1 at poll_two_windows_bad.c:27 (epoch: lock_all, opened at poll_two_windows_bad.c:23)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, one = 1;
  static int memory;
  volatile int *flag = &memory;
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 1) {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
  }
  if (rank == 0) {
    while (!*flag)
      continue;
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
