/* A fence with MPI_MODE_NOPRECEDE need not be a barrier.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of order_noprecede_bad.c:18 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at order_noprecede_bad.c:22 (epoch: lock_all, opened at order_noprecede_bad.c:19), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at order_noprecede_bad.c:26 (epoch: lock_all, opened at order_noprecede_bad.c:19)
 * report:   Nothing orders them. MPI_Win_flush at order_noprecede_bad.c:23 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, got;
  MPI_Win win;
  MPI_Win other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, other);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_free(&other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
