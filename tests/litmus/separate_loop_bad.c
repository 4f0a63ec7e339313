/* Nor does a loop that waits find an update in the separate model, though it
 * calls MPI_Win_sync before each load.
 *
 * build: --check
 * run: np=2 options="--check --memory-model=separate" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (2 times)
 * report:   load           by rank 1 at separate_loop_bad.c:31, main()
 * report:   MPI_Accumulate by rank 0 at separate_loop_bad.c:27 (epoch: lock_all, opened at separate_loop_bad.c:24)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. In the separate memory model a load does not find what others update meanwhile: fetch by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  } else {
    do
      MPI_Win_sync(win);
    while (!*(volatile int *)memory);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
