/* After MPI_Win_sync of two windows words of both are looked at.
 *
 * build: --check
 * run: np=2 options="--check"
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
      MPI_Win_sync(win[0]);
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
