/* After a Fetch_and_op rank 2 is told, but only the result is known to be
 * there.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Fetch_and_op by rank 0 at told_fop_bad.c:23 (epoch: lock_all, opened at told_fop_bad.c:21), complete only for those who know of it
 * report:   MPI_Put          by rank 2 at told_fop_bad.c:29 (epoch: lock_all, opened at told_fop_bad.c:21)
 * report:   Nothing orders them. MPI_Win_unlock_all at told_fop_bad.c:31 completes the MPI_Fetch_and_op, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y, token;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
    MPI_Win_flush_local(1, win);
    MPI_Send(&token, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    MPI_Recv(&token, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
