/* MPI_Win_lock_all with MPI_MODE_NOCHECK after an exclusive lock of a target, of
 * which its rank knows that it is given back.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
