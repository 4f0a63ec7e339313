/* A store by a rank that is in an epoch of MPI_Win_start, where it cannot lock,
 * and a put under a lock.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at lock_start_store_bad.c:27, main()
 * report:   MPI_Put     by rank 0 at lock_start_store_bad.c:23 (epoch: shared lock, opened at lock_start_store_bad.c:22)
 * report:   Nothing orders them. Let a message come between the store and the MPI_Put. [MPI-4.1 12.7]
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
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    memory[0] = 5;
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
