/* A loop looks by atomic_load at what another rank stores in shared memory,
 * by an atomic store.
 *
 * build: --check
 * run: np=2 options="--check=strict --ppn 2"
 */
#include <mpi.h>
#include <oriel.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
  int *flag, rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  MPI_Win_lock_all(0, win);
  if (rank == 0) *flag = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) {
    oriel_compute(1e-3);
    atomic_store((_Atomic int *)flag, 1);
  } else {
    while (!atomic_load((_Atomic int *)flag))
      ;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
