/* Two Accumulates of one rank with different types are not ordered.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at one_acc_acc_bad.c:23 (epoch: lock_all, opened at one_acc_acc_bad.c:21), not yet complete
 * report:   MPI_Accumulate by rank 0 at one_acc_acc_bad.c:24 (epoch: lock_all, opened at one_acc_acc_bad.c:21)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, else nothing orders them. MPI_Win_unlock_all at one_acc_acc_bad.c:26 comes too late; move the later MPI_Accumulate into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  float f = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&f, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
