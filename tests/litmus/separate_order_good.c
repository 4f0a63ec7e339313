/* In the separate memory model a store and a put, and a put and a load, are
 * ordered, and MPI_Win_sync makes the copies alike between them.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, x = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) memory[0] = 5;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    seen = memory[1];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
