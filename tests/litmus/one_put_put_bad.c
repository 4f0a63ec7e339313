/* Two Puts of one rank to the same bytes are in no order.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at one_put_put_bad.c:22 (epoch: lock_all, opened at one_put_put_bad.c:20), not yet complete
 * report:   MPI_Put     by rank 0 at one_put_put_bad.c:23 (epoch: lock_all, opened at one_put_put_bad.c:20)
 * report:   Nothing orders them. MPI_Win_unlock_all at one_put_put_bad.c:25 comes too late; move the later MPI_Put into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, w = 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&w, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
