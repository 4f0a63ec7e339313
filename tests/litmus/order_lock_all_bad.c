/* MPI_Win_lock_all shares with a shared lock.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at order_lock_all_bad.c:20 (epoch: lock_all, opened at order_lock_all_bad.c:19), not yet complete
 * report:   MPI_Put     by rank 2 at order_lock_all_bad.c:24 (epoch: shared lock, opened at order_lock_all_bad.c:23)
 * report:   Nothing orders them. MPI_Win_unlock_all at order_lock_all_bad.c:21 comes too late. Let rank 2 know of it, or of a flush, before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  } else if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
