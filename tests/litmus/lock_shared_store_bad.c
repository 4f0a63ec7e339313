/* Origin and target write under shared locks.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at lock_shared_store_bad.c:26, main()
 * report:   MPI_Put     by rank 0 at lock_shared_store_bad.c:22 (epoch: shared lock, opened at lock_shared_store_bad.c:21)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put, or lock the window at rank 1 exclusively for the store, too. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    memory[0] = 5;
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
