/* Who finds what MPI_Accumulate with MPI_REPLACE has left learns nothing of what
 * was there before.
 *
 * run: np=4 options="--check" exit=121
 * report: oriel: conflict in the window of rank 3, bytes [4, 8)
 * report:   MPI_Put     by rank 0 at order_replace_bad.c:24 (epoch: lock_all, opened at order_replace_bad.c:22), complete only for those who know of it
 * report:   MPI_Put     by rank 2 at order_replace_bad.c:36 (epoch: lock_all, opened at order_replace_bad.c:22)
 * report:   Nothing orders them. MPI_Win_flush at order_replace_bad.c:25 completes the earlier MPI_Put, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

enum { FLAG, DATA };

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, found;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 3, DATA, 1, MPI_INT, win);
    MPI_Win_flush(3, win);
    MPI_Accumulate(&x, 1, MPI_INT, 3, FLAG, 1, MPI_INT, MPI_REPLACE, win);
  }
  if (rank == 1) {
    oriel_compute(1);
    MPI_Accumulate(&x, 1, MPI_INT, 3, FLAG, 1, MPI_INT, MPI_REPLACE, win);
  }
  if (rank == 2) {
    oriel_compute(2);
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 3, FLAG, MPI_NO_OP, win);
    MPI_Win_flush(3, win);
    MPI_Put(&x, 1, MPI_INT, 3, DATA, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
