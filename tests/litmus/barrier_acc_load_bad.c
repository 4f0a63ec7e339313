/* A barrier does not complete what was accumulated before it, although it has
 * arrived.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 2 at barrier_acc_load_bad.c:24 (epoch: lock_all, opened at barrier_acc_load_bad.c:23), not yet complete
 * report:   load           by rank 0 at barrier_acc_load_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at barrier_acc_load_bad.c:27 comes too late. Let rank 0 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
