/* A loop of MPI_Win_sync and a load waits for an Accumulate into
 * another rank's shared memory.
 *
 * run: np=3 options="--check=strict --ppn 3"
 * build: --check
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
    do
      MPI_Win_sync(win);
    while (!*(volatile int *)flag);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
