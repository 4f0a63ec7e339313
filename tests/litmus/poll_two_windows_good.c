/* A loop of MPI_Win_sync and a load waits for an Accumulate into
 * memory of two windows, of which it synchronises the other.
 *
 * run: np=2 options="--check=strict"
 * build: --check
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
    do
      MPI_Win_sync(other);
    while (!*flag);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
