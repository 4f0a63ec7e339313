/* In the separate memory model what orders a store and a put, or a put and a
 * load, in passive epochs does not make the copies alike: the advice says so.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at separate_order_bad.c:28, main()
 * report:   MPI_Put     by rank 0 at separate_order_bad.c:29 (epoch: lock_all, opened at separate_order_bad.c:27)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put. In the separate memory model MPI_Win_sync must come after the store, too. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0 at separate_order_bad.c:34 (epoch: shared lock, opened at separate_order_bad.c:33), complete only for those who know of it
 * report:   load        by rank 1 at separate_order_bad.c:38, main()
 * report:   Nothing orders them. MPI_Win_unlock at separate_order_bad.c:35 completes the MPI_Put, but nothing lets rank 1 know before its load. In the separate memory model MPI_Win_sync must come before the load, too. MPI_Win_sync needs a passive epoch, as of MPI_Win_lock_all. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

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
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    oriel_compute(1e-3);
    seen = memory[1];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
