/* The message that tells of the Put comes before the flush, on another
 * communicator.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at comm_message_bad.c:25 (epoch: lock_all, opened at comm_message_bad.c:23), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at comm_message_bad.c:31 (epoch: lock_all, opened at comm_message_bad.c:23)
 * report:   Nothing orders them. MPI_Win_flush at comm_message_bad.c:27 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. [MPI-4.1 12.7]
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
    MPI_Send(&y, 1, MPI_INT, 2, 0, other);
    MPI_Win_flush(1, win);
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
