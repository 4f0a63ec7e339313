/* A loop that waits for both elements polls both, also if it finds the second one
 * at its first look: that needs the unified memory model only.
 *
 * build: --check
 * run: np=2 options="--check"
 * report: oriel: portability in the window of rank 1, bytes [0, 4) (2 times)
 * report:   load           by rank 1 at poll_condition_good.c:28, main()
 * report:   MPI_Accumulate by rank 0 at poll_condition_good.c:25 (epoch: lock_all, opened at poll_condition_good.c:22)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>
int main(int argc, char **argv)
{
  int *memory, rank, ones[2] = {1, 1};
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
    while (!flag[0] || !flag[1])
      continue;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
