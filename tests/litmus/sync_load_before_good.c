/* A word is looked at in two loops, each time after MPI_Win_sync.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, seen = 0, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  } else if (rank == 1) {
    for (int i = 0; i < argc && !seen; i++) {
      MPI_Win_sync(win);
      seen += *memory;
    }
    MPI_Send(&seen, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    for (int i = 0; i < argc && !seen; i++) {
      MPI_Win_sync(win);
      seen += *memory;
    }
  } else {
    MPI_Recv(&seen, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
