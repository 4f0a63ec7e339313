/* Workers go round together, by a barrier of theirs, and wait for who is not
 * among them; what they find at once is a look of a loop.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, mine, all = 0;
  MPI_Comm workers;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &workers);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 1; i < 3; i++)
      MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    do {
      MPI_Barrier(workers);
      MPI_Win_sync(win);
      mine = *memory != 0;
      MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, workers);
    } while (!all);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&workers);
  MPI_Finalize();
}
