/* A loop that looks some times and gives up polls as well, though a compiler may
 * make of it as many loads, none of which comes twice.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 1, bytes [0, 4)
 * report:   load           by rank 1 at poll_gives_up_bad.c:27, main()
 * report:   MPI_Accumulate by rank 0 at poll_gives_up_bad.c:24 (epoch: lock_all, opened at poll_gives_up_bad.c:22)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, tries = 0, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  } else {
    volatile int *flag = memory;
    for (int i = 0; i < 3 && !*flag; i++)
      tries++;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return tries > 3;
}
