/* A rank hands over a message under its lock, before the unlock completes its
 * Put.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_handover_bad.c:23 (epoch: shared lock, opened at lock_handover_bad.c:22), complete only for those who know of it
 * report:   MPI_Get     by rank 2 at lock_handover_bad.c:30 (epoch: shared lock, opened at lock_handover_bad.c:29)
 * report:   Nothing orders them. MPI_Win_unlock at lock_handover_bad.c:25 completes the MPI_Put, but nothing lets rank 2 know before its MPI_Get. Shared locks let both in; MPI_LOCK_EXCLUSIVE does not. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(1, win);
  }
  if (rank == 2) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
