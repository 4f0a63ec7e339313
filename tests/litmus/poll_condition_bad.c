/* A loop waits for one element of an Accumulate, and what follows uses another,
 * that need not be there yet.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at poll_condition_bad.c:32, main()
 * report:   MPI_Accumulate by rank 0 at poll_condition_bad.c:29 (epoch: lock_all, opened at poll_condition_bad.c:26)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Accumulate by rank 0 at poll_condition_bad.c:29 (epoch: lock_all, opened at poll_condition_bad.c:26), not yet complete
 * report:   load           by rank 1 at poll_condition_bad.c:34, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at poll_condition_bad.c:36 comes too late. Let rank 1 know of it, or of a flush, before its load. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
int main(int argc, char **argv)
{
  int *memory, rank, seen = 0, ones[2] = {1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Accumulate(ones, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_REPLACE, win);
  } else {
    volatile int *flag = memory;
    while (!flag[0])
      continue;
    seen = flag[1];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
