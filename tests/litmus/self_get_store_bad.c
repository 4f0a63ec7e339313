/* A rank stores to what it gets from itself.
 *
 * run: np=1 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Get     by rank 0 at self_get_store_bad.c:21 (epoch: shared lock, opened at self_get_store_bad.c:20), not yet complete
 * report:   store       by rank 0 at self_get_store_bad.c:22, main()
 * report:   Nothing orders them. MPI_Win_unlock at self_get_store_bad.c:23 comes too late; move the store after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  memory[0] = 1;
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
