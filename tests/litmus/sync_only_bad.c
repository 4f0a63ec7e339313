/* MPI_Win_sync orders nothing between ranks.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at sync_only_bad.c:25, main()
 * report:   load        by rank 1 at sync_only_bad.c:27, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

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
  MPI_Win_lock_all(0, win);
  if (rank == 0) base[0] = 5;
  MPI_Win_sync(win);
  if (rank == 1) seen = base[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
