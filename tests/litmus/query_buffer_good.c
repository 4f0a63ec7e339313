/* The same with an order; and a buffer in another window's place, when the one
 * that was told of is gone.
 *
 * run: np=2 options="--check=strict --ppn 2"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *first, rank, unit, got = 0;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, win);
  if (rank == 0) *first = 1;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) MPI_Send(first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, memory, 1, MPI_INT, 1 - rank, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 0 && got != 1;
}
