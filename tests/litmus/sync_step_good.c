/* Steps with a barrier each, in which one rank waits for the other by loads
 * after MPI_Win_sync that find at once what they wait for.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank, steps = argc + 3;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < steps; step++) {
    if (rank == 0) {
      MPI_Accumulate(&one, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);
      MPI_Win_flush(1, win);
    } else {
      oriel_compute(1e-3);
      MPI_Win_sync(win);
      while (*memory <= step)
        MPI_Win_sync(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
