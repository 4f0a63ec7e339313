/* A Put before any epoch is open.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 0 at epoch_put_bad.c:15: MPI_Put to rank 1 of the window outside an access epoch: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first [MPI-4.1 12.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
