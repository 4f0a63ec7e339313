/* In the separate model a load does not find what another rank updates, though
 * it may be there.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at separate_poll_bad.c:25 (epoch: lock_all, opened at separate_poll_bad.c:23), complete only for those who know of it
 * report:   load           by rank 1 at separate_poll_bad.c:28, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at separate_poll_bad.c:30 completes the MPI_Accumulate, but nothing lets rank 1 know before its load. In the separate memory model a load does not find what others update meanwhile: fetch by MPI_Fetch_and_op with MPI_NO_OP, or let MPI_Win_sync come before the load, too. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    oriel_compute(1e-3);
    seen = *memory;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
