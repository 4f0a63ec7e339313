/* The first operation since the last fence is named, where no fence completes
 * what came after that.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: operations on the window that rank 0 never completes
 * report:   MPI_Put      by rank 0 at epoch_pending_first_bad.c:24
 * report:   MPI_Finalize by rank 0 at epoch_pending_first_bad.c:27
 * report:   Call MPI_Win_fence before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at epoch_pending_first_bad.c:19 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  }
  MPI_Finalize();
}
