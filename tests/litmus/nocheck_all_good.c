/* MPI_Win_lock_all with MPI_MODE_NOCHECK, shared locks beside it, and exclusive
 * ones before and behind it.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[rank] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Win_lock(MPI_LOCK_SHARED, 3, 0, win);
  else
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 3, rank, 1, MPI_INT, win);
  if (rank == 1)
    MPI_Win_unlock(3, win);
  else
    MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
    MPI_Put(&x, 1, MPI_INT, 3, rank, 1, MPI_INT, win);
    MPI_Win_unlock(3, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
