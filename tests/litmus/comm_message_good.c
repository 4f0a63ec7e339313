/* The message that tells of the Put comes after the flush, on another
 * communicator.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm other;
  int x = 1, y = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&y, 1, MPI_INT, 2, 0, other);
  }
  if (rank == 2) {
    MPI_Recv(&y, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
