/* Locks with and without MPI_MODE_NOCHECK: a barrier between them, or they are
 * shared.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

static void put(int type, int assertion, int disp, MPI_Win win)
{
  int x = 1;
  MPI_Win_lock(type, 1, assertion, win);
  MPI_Put(&x, 1, MPI_INT, 1, disp, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) put(MPI_LOCK_EXCLUSIVE, MPI_MODE_NOCHECK, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  put(MPI_LOCK_EXCLUSIVE, 0, rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  put(MPI_LOCK_SHARED, rank ? MPI_MODE_NOCHECK : 0, rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) put(MPI_LOCK_EXCLUSIVE, MPI_MODE_NOCHECK, 0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
