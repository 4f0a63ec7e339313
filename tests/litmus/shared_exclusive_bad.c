/* Stores to a shared window under shared locks.
 *
 * run: np=2 options="--check --ppn 3" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_exclusive_bad.c:23, main()
 * report:   store       by rank 1 at shared_exclusive_bad.c:23, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Aint size;
  int unit, *base;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  base[0] = rank;
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
