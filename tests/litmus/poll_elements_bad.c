/* A loop that waits for two elements of one accumulate, each by a line of its
 * own: who has found the one still waits for the other.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at poll_elements_bad.c:32, main()
 * report:   MPI_Accumulate by rank 0 at poll_elements_bad.c:28 (epoch: lock_all, opened at poll_elements_bad.c:26)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 * report: oriel: portability in the window of rank 1, bytes [4, 8)
 * report:   load           by rank 1 at poll_elements_bad.c:33, main()
 * report:   MPI_Accumulate by rank 0 at poll_elements_bad.c:28 (epoch: lock_all, opened at poll_elements_bad.c:26)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, ones[2] = {1, 1}, first, second;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(ones, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_REPLACE, win);
  } else {
    volatile int *flag = memory;
    do {
      first = flag[0];
      second = flag[1];
    } while (!first || !second);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
