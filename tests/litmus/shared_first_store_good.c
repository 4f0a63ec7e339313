/* A rank stores to another one's part of shared memory, perhaps before that has
 * left the call that makes it, and a third one loads it after a barrier.
 *
 * run: np=3 options="--check --ppn 3" exit=0
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *base, rank, unit;
  MPI_Win win;
  MPI_Aint size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 1 ? 64 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &base, &win);
  MPI_Win_shared_query(win, 1, &size, &unit, &base);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    base[3] = 5;
    MPI_Win_sync(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_sync(win);
    seen = base[3];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
