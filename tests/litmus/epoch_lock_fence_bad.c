/* A rank accesses between fences what another has locked before, since the fence.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: epoch: the window of rank 1 is exposed by fences and locked at the same time
 * report:   MPI_Put     by rank 0 at epoch_lock_fence_bad.c:27 (epoch: fence)
 * report:   MPI_Get     by rank 2 at epoch_lock_fence_bad.c:22 (epoch: lock)
 * report:   Let a fence come between the two. [MPI-4.1 12.5.3]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  if (rank == 0) {
    oriel_compute(1);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
