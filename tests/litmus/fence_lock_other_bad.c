/* A fence of one window beside a lock of another over the same memory.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of fence_lock_other_bad.c:21 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_lock_other_bad.c:25 (epoch: fence, opened at fence_lock_other_bad.c:24), complete only for those who know of it
 * report:   MPI_Put     by rank 2 at fence_lock_other_bad.c:28 (epoch: lock, opened at fence_lock_other_bad.c:27)
 * report:   Nothing orders them. MPI_Win_fence at fence_lock_other_bad.c:31 completes the earlier MPI_Put when it returns at rank 1, and nothing lets rank 2 know of that before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win other;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
