/* A rank stores to another one's part of shared memory, perhaps before that has
 * left the call that makes it.
 *
 * run: np=3 options="--check --ppn 3" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   store       by rank 0 at shared_first_store_bad.c:27, main()
 * report:   load        by rank 2 at shared_first_store_bad.c:30, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
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
  } else if (rank == 2) {
    seen = base[3];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
