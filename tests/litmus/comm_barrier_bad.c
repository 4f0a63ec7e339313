/* The barrier is of a communicator that the reader does not belong to.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at comm_barrier_bad.c:24 (epoch: lock_all, opened at comm_barrier_bad.c:22), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at comm_barrier_bad.c:28 (epoch: lock_all, opened at comm_barrier_bad.c:22)
 * report:   Nothing orders them. MPI_Win_flush at comm_barrier_bad.c:25 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm half;
  int x = 1, y;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &half);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(half);
  if (rank == 2) MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&half);
  MPI_Win_free(&win);
  MPI_Finalize();
}
